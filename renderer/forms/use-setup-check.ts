import { useMemo } from 'react';
import { tellFailure } from '../../shared/format/word-said.ts';
import type { Setup } from '../../shared/model/setup/setup.ts';
import { refusedValues } from '../../shared/plan/setup-limits.ts';
import type { SetupProblem } from '../../shared/protocol/setup-contract.ts';
import { request } from '../bridge.ts';
import { useText } from '../i18n/i18n.tsx';
import { useEngineRequest } from '../state/engine-request.ts';
import { checkForm, findField, type Problem, settingOf } from '../state/forms/check-form.ts';
import { type FieldName, type SetupForm, toSetup } from '../state/forms/setup-form.ts';
import { useDebounced } from '../state/use-debounced.ts';

export type FieldErrors = Readonly<Partial<Record<FieldName, string>>>;

export interface SetupCheck {
  /** Null while the form has errors. Those that only the engine can see (a missing file) are looked for once more before a run. */
  readonly setup: Setup | null;
  /** The errors to show now. */
  readonly errors: FieldErrors;
  /** All errors, including those shown only after Run is pressed. */
  readonly all: FieldErrors;
  /** Has the engine look again. */
  readonly recheck: () => void;
}

/** An empty field is not an error until Run is pressed. */
const WAITING: readonly Problem[] = ['noSubject', 'notTyped'];
/** Long enough not to send a request for every key, short enough to seem immediate. */
const SETTLE_MS = 350;

/** Checked here on every change, and by the engine after a pause in typing. */
export function useSetupCheck(form: SetupForm, submitted: boolean): SetupCheck {
  const text = useText('setup');
  const { setup, problems } = useMemo(() => checkForm(form), [form]);
  const { errors: fromEngine, recheck } = useEngineProblems(useDebounced(setup, SETTLE_MS), setup !== null);
  return useMemo(() => {
    const own = Object.entries(problems) as [FieldName, Problem][];
    const refused = refusedIn(form);
    const say = (entries: [FieldName, Problem][]) =>
      Object.fromEntries(entries.map(([field, problem]) => [field, sayProblem(field, problem, text)]));
    const shown = submitted ? own : own.filter(([, problem]) => !WAITING.includes(problem));
    return { setup, errors: { ...fromEngine, ...refused, ...say(shown) }, all: { ...fromEngine, ...refused, ...say(own) }, recheck };
  }, [form, setup, problems, fromEngine, recheck, submitted, text]);
}

/** At once, and whatever else is missing. */
function refusedIn(form: SetupForm): FieldErrors {
  return Object.fromEntries(
    refusedValues(toSetup(form)).map(({ field, says, hint }) => [findField(field), tellFailure({ code: 'bad-request', says, hint })]),
  );
}

type SetupText = ReturnType<typeof useText<'setup'>>;

function sayProblem(field: FieldName, problem: Problem, text: SetupText): string {
  if (problem === 'range') return sayRange(field, text);
  // A test looks that every kind of target has one.
  return problem === 'noSubject' ? text(`field.${field}.missing` as never) : text(`problem.${problem}`);
}

function sayRange(field: FieldName, text: SetupText): string {
  const setting = settingOf(field);
  if (setting?.is !== 'number') throw new Error(`${field} is no number.`);
  const { unit, min, max } = setting;
  return text(unit === null ? 'problem.whole' : RANGES[unit], { min, max });
}

const RANGES = { s: 'problem.seconds', µs: 'problem.microseconds', bytes: 'problem.bytes' } as const;
const NO_ERRORS: FieldErrors = {};

function useEngineProblems(settled: Setup | null, applies: boolean): { errors: FieldErrors; recheck: () => void } {
  const { data, reload } = useSetupQuestion(settled);
  const errors = useMemo(() => {
    if (!data || !applies) return NO_ERRORS;
    const named = data.map(({ field, failure }) => [findField(field), tellFailure(failure)] as const);
    return Object.fromEntries(named.filter(([field]) => field !== undefined));
  }, [data, applies]);
  return { errors, recheck: reload };
}

/** What the engine finds wrong with it now; nothing when it cannot be asked: starting then says why. */
export async function askForProblems(setup: Setup): Promise<readonly SetupProblem[]> {
  const reply = await request('setup.check', { setup });
  return reply.ok ? reply.value : [];
}

/** Hooks cannot be conditional, so a set-up that does not exist yet is passed with `enabled: false`. */
function useSetupQuestion(setup: Setup | null) {
  return useEngineRequest('setup.check', { setup: setup as Setup }, { enabled: setup !== null });
}
