/** How a plan says that its requests are to be made: `load:` of the file. The words of `phases` and `levels` are those of the command line. */
export type PlanLoad =
  | { readonly model: 'closed'; readonly connections: number | null; readonly duration: number | null; readonly amount: number | null }
  | { readonly model: 'users'; readonly users: number | null; readonly requests: number | null; readonly spread: number | null }
  | {
      readonly model: 'arrivals';
      readonly phases: readonly string[];
      readonly poisson: boolean;
      readonly seed: number | null;
      readonly maxInFlight: number | null;
    }
  | {
      readonly model: 'sweep';
      readonly of: 'connections' | 'rate';
      readonly levels: string;
      readonly hold: number | null;
      readonly maxInFlight: number | null;
    };
