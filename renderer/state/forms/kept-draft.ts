/**
 * A form that is being edited, kept outside its screen so that leaving the screen loses nothing. What takes its place while something
 * was typed puts it aside, from where it can be brought back. In memory only: what is typed may be secret.
 */
import { create } from 'zustand';

export interface PutAside<Form> {
  readonly id: number;
  readonly form: Form;
  /** As `Date.now()`. */
  readonly at: number;
}

interface State<Form> {
  readonly form: Form;
  /** As it was when it was begun, filled in or started: what differs from it was typed since. */
  readonly begun: Form;
  /** The latest first. */
  readonly aside: readonly PutAside<Form>[];
}

export type KeptDraft<Form> = ReturnType<typeof keepDraft<Form>>;

/** Nobody looks for an older one. */
const MOST_ASIDE = 8;

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export function keepDraft<Form>(empty: Form) {
  const useStore = create<State<Form>>(() => ({ form: empty, begun: empty, aside: [] }));
  let lastId = 0;

  const isEmpty = ({ form }: Pick<State<Form>, 'form'>): boolean => isSame(form, empty);
  const isTyped = ({ form, begun }: State<Form>): boolean => !isEmpty({ form }) && !isSame(form, begun);

  function withAside({ form, aside }: State<Form>, next: unknown): readonly PutAside<Form>[] {
    const others = aside.filter((one) => !isSame(one.form, form) && !isSame(one.form, next));
    return isSame(form, next) ? others : [{ id: ++lastId, form, at: Date.now() }, ...others].slice(0, MOST_ASIDE);
  }

  return {
    use: (): Form => useStore(({ form }) => form),
    useAside: (): readonly PutAside<Form>[] => useStore(({ aside }) => aside),
    current: (): Form => useStore.getState().form,
    isEmpty: (): boolean => isEmpty(useStore.getState()),
    useIsEmpty: (): boolean => useStore(isEmpty),
    change(change: (form: Form) => Form): void {
      useStore.setState(({ form }) => ({ form: change(form) }));
    },
    /** Another one in its place. */
    begin(form: Form): void {
      useStore.setState((state) => ({ form, begun: form, aside: isTyped(state) ? withAside(state, form) : state.aside }));
    },
    /** Filled in where nothing is lost by it. */
    fillIn(form: Form): void {
      useStore.setState({ form, begun: form });
    },
    /** An empty one in its place, whatever it was filled in from. */
    beginAfresh(): void {
      useStore.setState((state) => ({ form: empty, begun: empty, aside: isEmpty(state) ? state.aside : withAside(state, empty) }));
    },
    /** What stands there now can be brought back, whatever is done to it next. */
    keepCopy(): void {
      useStore.setState((state) => (isTyped(state) ? { aside: withAside(state, null) } : {}));
    },
    /** It is kept elsewhere now, with what was started from it. */
    markStarted(): void {
      useStore.setState(({ form }) => ({ begun: form }));
    },
    /** The form that was put aside, in the place of the current one, which is put aside instead. */
    bringBack(id: number): void {
      useStore.setState((state) => {
        const found = state.aside.find((one) => one.id === id);
        if (found === undefined) return {};
        // Typed once, it is put aside again by whatever takes its place.
        const aside = (isEmpty(state) ? state.aside : withAside(state, found.form)).filter((one) => one.id !== id);
        return { form: found.form, begun: empty, aside };
      });
    },
  };
}
