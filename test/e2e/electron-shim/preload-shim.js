// Runs before the preload, in the same world. See README.md.
const electron = require('electron');
if (!electron.webUtils) electron.webUtils = { getPathForFile: (file) => file.path || '' };
