// Runs before the preload, in the same world. See README.md.
const electron = require('electron');
if (!electron.webUtils) electron.webUtils = { getPathForFile: (file) => file.path || '' };

// For the page, before its own scripts: methods of the language that came after Chromium 83.
electron.webFrame.executeJavaScript(`
  const define = (object, name, value) => object[name] || Object.defineProperty(object, name, { value, writable: true, configurable: true });
  define(Object, 'hasOwn', (object, key) => Object.prototype.hasOwnProperty.call(object, key));
  define(String.prototype, 'replaceAll', function (search, replacement) {
    return typeof search === 'string' ? this.split(search).join(replacement) : this.replace(search, replacement);
  });
  for (const { prototype } of [Array, String, Object.getPrototypeOf(Int8Array)])
    define(prototype, 'at', function (index) { return this[index < 0 ? this.length + index : index]; });
  undefined;
`);
