/** How a session helps a person to set Kernel up. */
export const setupMode = `## Setup mode

The person asks how to enable these tools or switching. Call \`handoff_setup\` without arguments and show the commands it returns. Run none of them unless asked; create no handoff; ask for no path.
`;
