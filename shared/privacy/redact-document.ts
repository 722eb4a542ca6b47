/** Settings that are documents, each as it is stored: its readers know its form. */
import type { DocumentKind } from '../model/setup/setting.ts';
import { redactGroupText } from './redact-group.ts';
import { redactPlanText } from './redact-plan.ts';
import type { Hide } from './redact-url.ts';
import type { RedactDocument } from './redaction.ts';

const BY_KIND: Readonly<Record<DocumentKind, (text: string, hide: Hide, all: boolean) => string>> = {
  plan: redactPlanText,
  group: redactGroupText,
};

export const redactDocument: RedactDocument = (text, hide, all, kind) => BY_KIND[kind](text, hide, all);
