/** Texts of Settings. */
export const settings = {
  title: 'Settings',
  appearance: 'Appearance',
  theme: 'Theme',
  themeSystem: 'As the system',
  themeLight: 'Light',
  themeDark: 'Dark',
  data: 'Where data lie',
  dataText: 'Sessions are ordinary files; copy, move or delete them as you like. Nothing is sent anywhere.',
  dataDir: 'Sessions and recordings',
  startDir: 'Started in',
  about: 'About',
  version: 'Version',
  platform: 'System',
} as const;
