/** What Chromium 83 does not have of what shared code and libraries call. */
Object.hasOwn ??= (object, key) => Object.hasOwn(object, key);
String.prototype.replaceAll ??= function replaceAll(this: string, searched: string | RegExp, by: never) {
  return typeof searched === 'string'
    ? this.replace(new RegExp(searched.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'g'), by)
    : this.replace(searched, by);
};
