/** The part of the contract that is about the program itself and its settings. */

import * as z from '../base/schema.ts';
import { findTextSize, type TextSize } from '../base/text-size.ts';
import type { Failure } from '../model/failure.ts';
import { type ChartChoice, RUN_CHARTS } from '../model/run-chart.ts';
import { type Editor, findEditor } from '../model/setup/editors.ts';
import { THEME_CHOICES, type ThemeChoice } from '../model/theme.ts';
import { gives, type Requests, type Right } from './request.ts';

export const editorSchema = z.custom<Editor>((value) => findEditor(value) !== undefined);
export const chartChoiceSchema = z.partialRecord(z.enum(RUN_CHARTS), z.boolean());
export const textSizeSchema = z.custom<TextSize>((value) => findTextSize(value) !== undefined);

export const appRequests = {
  /** Why nothing else can be measured on this machine now: who measures, and for about how much longer; null: nobody does. */
  'app.busy': { needs: 'read', params: z.strictObject({}), reply: gives<Failure | null> },
  'app.info': { needs: 'read', params: z.strictObject({}), reply: gives<AppInfo> },
  'settings.get': { needs: 'read', params: z.strictObject({}), reply: gives<Settings> },
  'settings.set': {
    needs: 'act',
    params: z.strictObject({
      theme: z.enum(THEME_CHOICES).optional(),
      textSize: textSizeSchema.optional(),
      editor: editorSchema.optional(),
      chartsHeight: z.number().min(0).max(10_000).nullable().optional(),
      charts: chartChoiceSchema.optional(),
    }),
    reply: gives<Settings>,
  },
} as const satisfies Requests;

export interface AppInfo {
  readonly version: string;
  readonly platform: string;
  readonly host: 'browser' | 'electron';
  /** What this page may do; absent: everything. */
  readonly may?: Right;
  readonly homeDir: string;
  readonly startDir: string;
  /** Where sessions, recordings and settings are; absent: not given. */
  readonly dataDir?: string;
  /** The session or profile that the program was started with, already open; null: none. */
  readonly openSessionId: string | null;
  /** Why no run can be started here (the desktop program found no Node); absent or null: one can. */
  readonly cannotRun?: Failure | null;
  /** Why recent sessions, set-ups and settings are not kept; absent or null: they are. */
  readonly dataTrouble?: Failure | null;
}

export interface Settings {
  readonly theme: ThemeChoice;
  /** Percent of the usual size; absent: 100. */
  readonly textSize?: TextSize | undefined;
  /** That frames are opened in; absent: the usual one. */
  readonly editor?: Editor | undefined;
  /** Where a session was last saved by hand. */
  readonly saveDir?: string | undefined;
  /** Of the time charts of a result, CSS px; absent or null: the usual one. */
  readonly chartsHeight?: number | null | undefined;
  /** Of a run, which charts are shown or not, where the user has decided. */
  readonly charts?: ChartChoice | undefined;
}
