/** What was given, by the path of the setting. */
export type GivenSettings = Readonly<Record<string, unknown>>;

/** What is given for one run of several comes after what all have, or takes its place. */
export function mergeGiven(common: GivenSettings, own: GivenSettings): GivenSettings {
  const merged = Object.entries(own).map(([path, value]) => {
    const shared = common[path];
    return [path, Array.isArray(value) && Array.isArray(shared) ? [...shared, ...value] : value];
  });
  return { ...common, ...Object.fromEntries(merged) };
}
