/** A study of unknown services as the engine works with it: while its services run, or opened from a file. All of it is in the manifest of its file. */
import { type EditPart, writeAll } from '../../../shared/copies/leave-out.ts';
import type { LeftOut } from '../../../shared/model/left-out.ts';
import type { RecordedServices } from '../../../shared/model/services.ts';
import { MANIFEST, manifestOf } from '../../../shared/session/format.ts';
import { canonicalJson } from '../../../shared/session/json.ts';
import { recordedServices, type ServicesManifest } from '../../../shared/session/services-cell.ts';
import { type Part, text } from './session-parts.ts';

export class OpenServices {
  readonly kind = 'services';
  notes = '';
  leftOut: readonly LeftOut[] = [];
  /** It has no recording beside its file. */
  readonly isOnDisk = true;
  readonly onSaved?: () => Promise<void>;
  readonly moveTo?: (path: string) => void;

  constructor(public recorded: RecordedServices) {}

  toManifest(): ServicesManifest {
    const { recorded, notes, leftOut } = this;
    const { services, ...rest } = recorded;
    return {
      kind: 'services',
      ...rest,
      services: services as ServicesManifest['services'],
      ...(leftOut.length > 0 && { leftOut: [...leftOut] }),
      notes,
    };
  }
}

/** The study of a manifest. */
export function openServices(manifest: ServicesManifest): OpenServices {
  const open = new OpenServices(recordedServices(manifest));
  open.notes = manifest.notes;
  open.leftOut = manifest.leftOut ?? [];
  return open;
}

export function* servicesParts(open: OpenServices, edit: EditPart = writeAll): Generator<Part> {
  yield text(MANIFEST, () => canonicalJson(manifestOf(edit(MANIFEST, open.toManifest()))));
}
