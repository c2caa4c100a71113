export { createSignInLink } from './browser/create-sign-in-link.ts';
export { createMachineToken } from './tokens/create-machine-token.ts';
export { createMember } from './create-member.ts';
export { createToken } from './tokens/create-token.ts';
export { registerMachine } from './tokens/register-machine.ts';
export { revokeToken } from './tokens/revoke-token.ts';
export { rotateToken } from './tokens/rotate-token.ts';
