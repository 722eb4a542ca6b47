/** Express has no types of its own. Of it what test/unit/engine/agent/route-names.test.ts uses. */
declare module 'express' {
  interface Router {
    get(path: string, handle: () => void): void;
    use(path: string, router: Router): void;
  }
  const express: { (): Router; Router(): Router };
  export default express;
}
