/** Single importers, for tests of one format; the product goes through `importText`. */
import { orRefused } from '../../shared/foreign/refuse.ts';
import type { Outcome } from '../../shared/model/failure.ts';
import type { Profile } from '../../shared/model/profile/profile.ts';
import { CPU_PROFILE } from '../../shared/profile/import/import-cpuprofile.ts';

export function importCpuProfile(text: string, name: string): Outcome<Profile> {
  return orRefused(() => CPU_PROFILE.read(text, name).profiles[0]!);
}
