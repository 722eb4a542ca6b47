/** Colours for canvases: CSS properties, read once until the theme changes. */
export interface Colors {
  /** For example `--latency-p99`. */
  readonly read: (name: string) => string;
  readonly forget: () => void;
}

export function createColors(): Colors {
  let known = new Map<string, string>();
  return {
    read: (name) => {
      let value = known.get(name);
      if (value === undefined) {
        value = getComputedStyle(document.documentElement).getPropertyValue(name).trim() || '#888';
        known.set(name, value);
      }
      return value;
    },
    forget: () => {
      known = new Map();
    },
  };
}

/** Calls `recolor` when the theme changes. Returns a function that ends this. */
export function followTheme(recolor: () => void): () => void {
  const theme = new MutationObserver(recolor);
  theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => theme.disconnect();
}
