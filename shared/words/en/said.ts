/**
 * What the product says as data (`shared/words/said.ts`): two levels, area and name. A key is kept in files, so it is not changed when
 * its sentence is.
 */
import { advice } from './said/advice.ts';
import { command } from './said/command.ts';
import { comparison } from './said/comparison.ts';
import { comparisonWarning } from './said/comparison-warning.ts';
import { curl } from './said/curl.ts';
import { engine } from './said/engine.ts';
import { file } from './said/file.ts';
import { foreign } from './said/foreign.ts';
import { grid } from './said/grid.ts';
import { group } from './said/group.ts';
import { har } from './said/har.ts';
import { leak } from './said/leak.ts';
import { limit } from './said/limit.ts';
import { list } from './said/list.ts';
import { failedLoadHint, load, requestError } from './said/load.ts';
import { loadModel, loadName, loadSends } from './said/load-model.ts';
import { machine } from './said/machine.ts';
import { page } from './said/page.ts';
import { plan } from './said/plan.ts';
import { planExport } from './said/plan-export.ts';
import { probe } from './said/probe.ts';
import { profile } from './said/profile.ts';
import { save } from './said/save.ts';
import { schedule } from './said/schedule.ts';
import { session } from './said/session.ts';
import { snapshot } from './said/snapshot.ts';
import { study } from './said/study.ts';
import { target } from './said/target.ts';
import { topology } from './said/topology.ts';
import { exclusion, recording, runWarning } from './said/warning.ts';

export const said = {
  advice,
  leak,
  limit,
  list,
  target,
  load,
  loadModel,
  loadName,
  loadSends,
  requestError,
  failedLoadHint,
  machine,
  file,
  plan,
  planExport,
  curl,
  har,
  probe,
  profile,
  foreign,
  grid,
  group,
  topology,
  save,
  schedule,
  session,
  snapshot,
  study,
  comparison,
  command,
  engine,
  page,
  runWarning,
  recording,
  exclusion,
  comparisonWarning,
};
