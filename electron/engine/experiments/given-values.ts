/**
 * The set-ups of the last runs as they were given, with the values that no file has. In memory only, so that running again needs no
 * typing; they are gone with the engine.
 */
import { hasHidden, hasRedacted } from '../../../shared/model/setup/hidden.ts';
import { mapSettings, type PlacedSetting, readSetting, SETTINGS_LIST } from '../../../shared/model/setup/settings-list.ts';
import type { Setup } from '../../../shared/model/setup/setup.ts';

interface Given {
  readonly sessionId: string;
  /** The set-up as stored in the session, with labels in place of values. */
  readonly stored: Setup;
  readonly asked: Setup;
}

const MOST_GIVEN = 30;

/**
 * What takes values, and where they go. Only a set-up that has the same in all of it gets them back: a session of somebody else that
 * has a label in the same place must not send them to a server of its own.
 */
const DECIDING: readonly PlacedSetting[] = SETTINGS_LIST.filter(
  ({ path, key }) => /^(?:target|requests|plan|loadCommand)\b/.test(path) && key !== 'allowHost',
);

export class GivenValues {
  /** Newest first. */
  private given: readonly Given[] = [];

  keep(sessionId: string, asked: Setup, stored: Setup): void {
    if (!hasRedacted(stored)) return;
    this.given = [{ sessionId, stored, asked }, ...this.given].slice(0, MOST_GIVEN);
  }

  /** The set-up with the values of that session, or of the newest session with the same set-up; unchanged if no values are known. */
  fill(setup: Setup, sessionId: string | null): Setup {
    const same = this.given.filter(({ stored }) => DECIDING.every((place) => isSame(stored, setup, place)));
    const found = same.find((one) => one.sessionId === sessionId) ?? same[0];
    if (found === undefined) return setup;
    return mapSettings(setup, (place, value) =>
      DECIDING.includes(place) && hasHidden(JSON.stringify(value)) ? (readSetting(found.asked, place) ?? value) : value,
    );
  }

  forget(): void {
    this.given = [];
  }
}

function isSame(a: Setup, b: Setup, place: PlacedSetting): boolean {
  return JSON.stringify(readSetting(a, place)) === JSON.stringify(readSetting(b, place));
}
