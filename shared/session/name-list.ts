/** Names, each once, in the order in which they came: rows have their places. */
export class NameList {
  private readonly listed: string[] = [];
  private readonly places = new Map<string, number>();

  get all(): readonly string[] {
    return this.listed;
  }

  /** Of a name that was not there before: behind the others. */
  placeOf(name: string): number {
    const known = this.places.get(name);
    if (known !== undefined) return known;
    this.places.set(name, this.listed.length);
    return this.listed.push(name) - 1;
  }
}
