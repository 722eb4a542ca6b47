/** The part of d3-flame-graph 5 that renderer/flame uses; the package ships no types. */
declare module 'd3-flame-graph' {
  /** A node of the hierarchy it builds from our data; `x0`..`x1` are shares of the width. */
  export interface Frame<T> {
    readonly data: T;
    readonly depth: number;
    readonly x0: number;
    readonly x1: number;
    readonly parent: Frame<T> | null;
    readonly children?: Frame<T>[];
  }

  /** The part of a d3 selection that is used here. */
  export interface DrawnSelection {
    text(value: (frame: never) => string): unknown;
    attr(name: string, value: unknown): unknown;
  }

  /** Called once with the drawing, before any frame is drawn, then asked to show and hide. */
  export interface Tooltip<T> {
    (selection: DrawnSelection): void;
    show(event: MouseEvent, frame: Frame<T>): void;
    hide(): void;
    destroy(): void;
  }

  /** What it asks of the d3 selection it is called with. */
  export interface Host<T> {
    datum(next: T | ((known: T) => T | undefined)): Host<T>;
    each(visit: (this: Element, data: T) => void): Host<T>;
    node(): Element;
    selectAll(selector: string): { remove(): void };
  }

  export interface FlameGraph<T> {
    (host: Host<T>): void;
    width(pixels: number): this;
    cellHeight(pixels: number): this;
    minFrameSize(pixels: number): this;
    minHeight(pixels: number): this;
    transitionDuration(ms: number): this;
    resetHeightOnZoom(reset: boolean): this;
    inverted(inverted: boolean): this;
    sort(sort: boolean): this;
    selfValue(self: boolean): this;
    tooltip(tooltip: Tooltip<T>): this;
    setColorMapper(color: (frame: Frame<T>, original: string) => string): this;
    getName(read: (frame: Frame<T>) => string): this;
    /** Plain data: draws it anew. Without: draws what it has again. */
    update(data?: T): this;
    destroy(): this;
  }

  export default function flamegraph<T>(): FlameGraph<T>;
}
