/** A launch that a person settles, as far as they need to know it. */
export interface UncertainLaunch {
  readonly id: string;
  readonly workspace: string;
  readonly uncertainty?: string | null | undefined;
  readonly machine: { readonly name: string };
}
