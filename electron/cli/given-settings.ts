/** What was given, by the path of the setting. */
export type GivenSettings = Readonly<Record<string, unknown>>;
