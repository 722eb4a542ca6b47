/** Single importers, for tests of one format; the product goes through `importText`. */
import type { Outcome } from '../../shared/model/failure.ts';
import { CPU_PROFILE } from '../../shared/profile/import/import-cpuprofile.ts';
import { orRefused } from '../../shared/profile/import/refuse.ts';
import type { Profile } from '../../shared/profile/model/profile.ts';

export function importCpuProfile(text: string, name: string): Outcome<Profile> {
  return orRefused(() => CPU_PROFILE.read(text, name).profiles[0]!);
}
