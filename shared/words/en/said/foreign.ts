/** Why a file of another tool cannot be read, and what has to be known of its figures. `path`: the place in a JSON file. */
export const foreign = {
  notAnObject: '{name}: {path} is {value}, not an object.',
  notAList: '{name}: {path} is {value}, not a list.',
  notAText: '{name}: {path} is {value}, not a string.',
  notAPosition: '{name}: {path} is {value}, not a line or column.',
  notAnAmount: '{name}: {path} is {value}, not a valid amount.',
  notAThreshold: '{name}: {path} is {value}, which does not say whether the threshold was met.',
  notACount: '{name}: {path} is {value}, not a whole number from 0 on.',
  strangeFrame: '{name}: {path} is {value}, which is none of the {count} frames.',
  unit: '{name}: {path} is {value}; the units are none, nanoseconds, microseconds, milliseconds, seconds and bytes.',
  profileType: '{name}: {path} is {value}; a profile is "sampled" or "evented".',
  eventType: '{name}: {path} is {value}; an event is "O" or "C".',
  backwards: '{name}: {path} is {at}, before the event in front of it ({before}).',
  notOpen: '{name}: {path} closes frame {frame}, which is not the innermost open one.',
  unequalWeights: '{name}: {path} has {samples} samples but {weights} weights.',
  sumOfWeights: '{name}: at {path} the amounts add up to more than can be counted.',
  noProfiles: '{name} has no profiles: its list "profiles" is empty.',
  profiles: '{name} has {count} profiles; at most {limit} are read.',
  nodes: '{name} has more than {limit} different stacks, the most that are read.',
  samples: '{name} has more than {limit} samples, the most that are read.',
  functions: '{name} names more than {limit} functions, the most that are read.',
  strangeCode: '{name}: {path} is {value}, which is none of the {count} pieces of code.',
  ticksAddUp: '{name}: {path} has {value} ticks, but {top} on top of the stack and {below} in what it called.',
  profProcessHead: '{name} begins like the text of --prof-process, but its first line does not say how many ticks there are.',
  profProcessCut: '{name} ends before its section "{section}".',
  logNoTicks:
    '{name} has no ticks, though its profiler began: the script may have ended before the first one, or the log may have been cut off.',
  logNoProfiler: '{name} is a log of V8 in which no profiler began: it says what V8 did with code, but has no ticks.',
  logWithProf: 'Options such as --log-code write such logs. One with ticks is written by node --prof SCRIPT.',
  logFailed: '{name} could not be read by Node {version}: it is damaged, or the Node that wrote it is too different.',
  logSize: '{name} has more functions and stacks than are read.',
  /** What is not read, and the command that makes what is. */
  isPerfData: '{name} is what perf record has written (perf.data). perf makes a text of it, with names on the machine that recorded it.',
  usePerfScript: 'There, perf script -i perf.data > perf.txt makes a text of it, which Loopscope opens.',
  isPprofText: '{name} is a report that pprof has printed, not the profile itself.',
  usePprofProto: 'go tool pprof -proto PROFILE > profile.pb writes the profile as a file that Loopscope opens.',
  abGaveUp: '{name} has no result: ApacheBench gave up with "{why}".',
  abGoesOn: 'ab -r goes on after an error while it receives a response.',
  abWaits: 'ab -s SECONDS waits longer for a response.',
  abAgain: 'Mend that, then measure again.',
  abFindServer: 'Check that the server is up, and the address that ab was given; then measure again.',
  isHey: '{name} is a result of hey, which Loopscope does not read.',
  useOtherLoadTool:
    'Results of wrk --latency, autocannon --json, k6 --summary-export, ab and Artillery are read; loopscope run URL --load-command "hey ..." measures the server while hey makes the load.',
  isAutocannonText: '{name} is the table that autocannon prints, which rounds its figures and leaves some out.',
  useAutocannonJson: 'autocannon --json URL > result.json writes what Loopscope opens.',
  isK6Text: '{name} is the summary that k6 prints, whose form changes with its versions.',
  useK6Summary: 'k6 run --summary-export=result.json SCRIPT writes what Loopscope opens; so does --out json=points.json.',
  isArtilleryText: '{name} is what Artillery prints.',
  useArtilleryOutput: 'artillery run -o result.json SCRIPT writes what Loopscope opens.',
  isPySpyTrace: '{name} is a trace that py-spy has written (--format chrometrace): it has calls that begin and end, and no CPU profile.',
  usePySpySpeedscope: 'py-spy record --format speedscope -o profile.json writes what Loopscope opens, on a time axis, too.',
  useGenerateType: 'v8-profiler-next writes the present format after setGenerateType(1).',
  isPicture: '{name} is a picture.',
  useCollapsed: 'Loopscope opens what a flame graph was drawn from, such as collapsed stacks.',
  isClinic:
    '{path} is a folder of Clinic.js {tool, select, doctor {Doctor} bubbleprof {Bubbleprof} heapprofiler {HeapProfiler} other {Flame}} without a profile of code: Loopscope opens the samples of Clinic.js Flame.',
  hasClinic: '{path} has folders of Clinic.js, of which one is opened at a time.',
  openInside: 'Open {path}.',
  useFlame:
    'clinic flame --collect-only -- node SCRIPT writes them; node --cpu-prof SCRIPT and 0x SCRIPT write profiles that Loopscope opens, too.',
  cutJson: '{name} is JSON that ends in the middle, before it says which format it has.',
  folder: '{path} is a folder without a file of 0x or Clinic.js: no log of V8, no stacks, no ticks, no flame graph.',
  noCount: '{name}, line {line}: a stack and a number were expected, not "{text}".',
  sumOfCounts: '{name}, line {line}: the numbers add up to more than can be counted.',
  traceWithoutProfile:
    '{name} is a trace in which Loopscope finds no CPU profile: it has no events called Profile and ProfileChunk, and none called CpuProfile.',
  traceWithoutSamples: '{name} is a trace with {count, plural, one {a CPU profile that has} other {# CPU profiles that have}} no samples.',
  traceWithoutBeginning:
    '{name} is a trace with {count, plural, one {a part} other {# parts}} of CPU profiles, but their beginning (the event Profile) is not in it.',
  strayChunks:
    '{count, plural, one {A part} other {# parts}} of CPU profiles {count, plural, one {is} other {are}} left out: the beginning of the profile (the event Profile) is not in the file, or the part is empty.',
  emptyProfiles: '{count, plural, one {A profile} other {# profiles}} without samples {count, plural, one {is} other {are}} left out.',
  lostSamples:
    '{count, plural, one {A sample names} other {# samples name}} a function that is not in the file, which was cut or has lost a part: {count, plural, one {its} other {their}} time counts, but is of no function.',
  lostNodes:
    '{count, plural, one {A stack} other {# stacks}} of the file {count, plural, one {has} other {have}} lost a part: what is left of {count, plural, one {it} other {them}} is shown without it.',
  foldedCalls: 'Calls below level {levels} of the stack are counted in what called them.',
  onlyHits: 'The file has no samples with times, only how often each function was hit: that is shown, without a time axis.',
  lateSamples:
    '{count, plural, one {A sample stands} other {# samples stand}} in the file behind a later one; as in DevTools, samples are taken in the order of their times.',
  foldedNodes:
    '{count, plural, one {A node} other {# nodes}} below level {levels} of the stack {count, plural, one {is} other {are}} counted in what called them.',
  firefoxVersion: '{name} has version {version} of the format of Firefox Profiler; versions up to {newest} are read.',
  firefoxEmpty: '{name} is a file of Firefox Profiler in which no thread has a sample.',
  firefoxUnit: '{name}: {path} is {value}; the types of weights are samples, tracing-ms and bytes.',
  strangeRow: '{name}: {path} is {value}, which is none of the {count} rows it can be.',
  notPprof: '{name} is a file of pprof that is damaged: {error}.',
  strangeText: '{name}: {path} is {value}, which is none of its strings.',
  notOfPerf: '{name}, line {line}: a sample or a function of its stack was expected, not "{text}".',
  withoutLine: '{name} has no "{what}", so it is not whole.',
  noRow: '{name}, line {line} is none of the rows that its first line announces.',
  tooManyFigures: '{name} lists {count} figures where at most {limit} are read.',
  severalResults: '{name} has {count} results, one a line.',
  oneResult: 'Put each line into a file of its own.',
  artilleryOld: '{name} is a report of Artillery 1, whose counters have other names; reports of Artillery 2 are read.',
  artilleryAgain: 'Make it with Artillery 2.',
  notUnpacked: '{name} cannot be unpacked: {error}.',
  cutOff: '{name} cannot be unpacked: its end is missing.',
  unpackedSize: '{name} would be unpacked to more than {limit} bytes, the most that are read.',

  traceCategory:
    'The Performance panel of DevTools records one; so does a script with createTracing of node:trace_events and the category disabled-by-default-v8.cpu_profiler.',
  logRecordAgain: 'Open it where that Node is installed, or record it again with --capture ticks.',
  folderHint: 'Choose a file, or a folder that 0x or clinic flame has written.',
  logReadBy: 'The log was written by V8 {written} and read by Node {version} ({path}), whose V8 is {v8}.',
  logOtherV8: 'V8 changes the format of its logs. With the Node that wrote the log installed, Loopscope uses that one.',
  ticksWithoutStack:
    'In {count, plural, one {a tick} other {# ticks}} no function is known: {count, plural, one {it is} other {they are}} in the summary, as unaccounted, and in no function of the flame graph.',
  noStacks: 'The text of --prof-process has no stacks, so there is no flame graph.',
  noSummary: 'It has ticks with a stack alone, and not the summary of --prof-process; the log of V8 that it was made from has all.',
  emptyStacks: '{count, plural, one {A tick without a stack is} other {# ticks without a stack are}} left out.',
  logWithoutStack:
    '{without, number} of its {total, plural, one {# tick} other {# ticks}} {without, plural, one {has no stack: it is} other {have no stack: they are}} in the summary, and not in the flame graph. 0x {without, plural, one {does not draw it} other {draws none of them}}, either, and leaves out the first tick.',
  several: 'It has {count} profiles; unless one is chosen, the figures are of all of them together.',
  severalUnits:
    'It has {count} profiles in different units; unless one is chosen, the figures are of {shown, plural, one {the first} other {the # that have the unit of the first}}.',
  timesNotRead: 'Loopscope does not read the times of this format: there is no time axis.',
  firefoxResting:
    '{count, plural, one {A sample} other {# samples}} in which a thread had used no CPU since the one before {count, plural, one {counts} other {count}} as idle; Firefox Profiler counts {count, plural, one {it} other {them}} like others.',
  firefoxCpu: 'According to the file, its threads used {cpu} of CPU together; functions are counted in samples.',
  emptyThreads: '{count, plural, one {A thread without samples is} other {# threads without samples are}} left out.',
  someWithoutTimes:
    '{count} of {of} threads {count, plural, one {has} other {have}} no time axis: the file does not say when {count, plural, one {its} other {their}} samples were taken.',
  noTimes: 'The file says how much, but not when: it has no time axis.',
  ofAutocannon:
    'autocannon rounds latency to whole milliseconds, counts responses of any status, and times them from the actual send: where the server was slow, later requests were sent later. That wait is in no figure, unless a rate was set (-R or -r, without -C): autocannon then adds values for it that it did not measure.',
  autocannonAdded:
    'Of its {values, number} latencies {responses, number} are of responses. The others are values that autocannon added because of its rate (-R or -r), and percentiles are of all of them: they may be far below those of its responses.',
  autocannonLeast:
    'The least latency that autocannon tells, {min} ms, is the least above 0: of those below 1 ms, of which there are some, it tells 0.',
  autocannonDone:
    'Its requests/s are a mean over {seconds, plural, one {one whole second} other {# whole seconds}}. As many requests were done as were sent, so that the load may have ended at any time of {seconds, plural, one {it: {least, number} in a second at least, and how many more is not known} other {the last: {least, number} to {most, number} in a second}}.',
  autocannonSecond: 'Its requests/s are those of a single second: the rate is not known better than that.',
  autocannonLong:
    'Its requests/s are a mean over {seconds, plural, one {one sample of a second, which took} other {# samples of a second, which took}} {time} s: over that time, its {requests, number} requests are {rate, number}/s.',
  ofAutocannonOld:
    'autocannon rounds latency to whole milliseconds and times responses from the actual send: where the server was slow, later requests were sent later. That wait is in no figure, unless a rate was set (-R or -r): autocannon may then add values for it that it did not measure. Its versions before 6 do not say how many responses they timed; those up to 2.0 left out responses with a status other than 200 to 299.',
  ofArtillery: 'Artillery rounds times to whole milliseconds, and times requests from the actual send.',
  artilleryRate:
    'Its requests/s are those that it reports itself: the mean of its periods, each from its first request to its last, in whole numbers.',
  artilleryRateOver:
    'Its requests/s are those that it reports itself: the mean of its periods, each from its first request to its last, in whole numbers. Over all of its {seconds} s, its {requests, number} requests are {rate}/s.',
  artilleryFirstByte:
    'Its response time ends with the first byte of the response: it is shown as the time to first byte, and there is no latency. Artillery writes that, too, with http.extendedMetrics.',
  artilleryTotal:
    'Its response time ends with the first byte of the response; latency is its http.total, which includes looking up the name and connecting.',
  ofK6: 'k6 times requests from the actual send, without connecting, whatever the executor.',
  k6Expected: 'Latency is that of requests with an expected response.',
  k6All: 'Latency is that of all requests: to k6, one that got no connection took 0 ms, and one that timed out as long as it waited.',
  k6Cut:
    'The last line of the file has no end, and is not counted. The run was killed, or the file was cut: what came after that line is not known.',
  k6NoRequests: '{name} has no request over HTTP ({metric}): the script made none, or the file ends before the first.',
  k6OtherMetrics: 'k6 run --summary-export=result.json SCRIPT writes a summary, which has its other metrics.',
  k6Points: 'Percentiles are counted from its points, nearest rank; k6 itself interpolates.',
  ofAb: 'ApacheBench rounds latency to whole milliseconds, counts responses of any status, and times them from the actual start, connecting included. Requests whose connection broke are among those that it completed, and among its times.',
  ofAbCsv:
    'ApacheBench has written percentiles only, of responses of any status, from the actual start, connecting included. Requests whose connection broke are among them.',
  ofAbTsv:
    'ApacheBench has written the requests it completed, of any status, in whole milliseconds from the actual start, connecting included; percentiles are counted from them, nearest rank. Those whose connection broke are among them, and cannot be told apart.',
  ofWrk:
    'wrk counts responses of any status, times them from the actual send, and adds values that it did not measure for requests that a slow response held back (its correction for coordinated omission). Of requests that a script sends together, it times the last alone. Requests that were still waiting at the end are in no count.',
  ofWrk2:
    'wrk2 sends at a set rate, counts responses of any status, and times them from when each was due: the wait of a request that was sent late is part of its latency. Requests that were still waiting at the end are in no count. It measures after ten seconds of calibration.',
  wrk2Apart:
    'What it prints as {title} leaves the wait before a late send out: it stands among its other figures, and is not the latency here.',
  wrkOrWrk2: 'In short tests without --latency, wrk2 prints the same. If this was wrk2, its times count from when each request was due.',
  wrkNoPercentiles: 'It prints percentiles with --latency only.',
  /** What figures are of that contradict each other. */
  timed: '{of, select, latency {latency} firstByte {time to first byte} connect {connecting} other {whole visits}}',
  impossibleMin: 'Impossible in this file: {what} from {min} ms at least to {max} ms at most.',
  impossibleHigh: 'Impossible in this file: {what} of {value} ms for {percentile} %, and of {max} ms at most.',
  impossibleLow: 'Impossible in this file: {what} of {value} ms for {percentile} %, and of {min} ms at least.',
  impossibleOrder: 'Impossible in this file: {what} within {lowerValue} ms for {lower} %, and within {higherValue} ms for {higher} %.',
  impossibleMeanHigh: 'Impossible in this file: {what} of {mean} ms on average, and of {max} ms at most.',
  impossibleMeanLow: 'Impossible in this file: {what} of {mean} ms on average, and of {min} ms at least.',
  impossibleMean: 'Impossible in this file: {what} of {mean} ms on average, and within {value} ms for {percentile} %.',
  impossibleLatencies:
    'Impossible in this file: the latencies of {count, plural, one {# response} other {# responses}} add up to {sum}, and its {connections, plural, one {connection} other {# connections}} had at most {had} for them{atOnce, plural, one {} other {, with # requests at a time on each}}. So none of these latencies is a result.',
  impossibleCompleted: 'Impossible in this file: {more} requests completed, and {all} sent.',
  impossibleFailed: 'Impossible in this file: {more} requests failed, and {all} were sent.',
  impossibleUnexpected: 'Impossible in this file: {more} responses with a status other than 200 to 399, and {all} responses in all.',
  impossibleStatuses: 'Impossible in this file: {more} responses with a status, and {all} responses in all.',
  impossibleRate: 'Impossible in this file: {rate} requests/s, and {requests} requests in {seconds} s.',
  impossibleCounter: 'Impossible in this file: {name} is {all} in all, and {sum} in its periods together.',
  impossibleSum:
    'Impossible in this file: {all} {of, select, completed {responses} other {failures}} in all, and {sum} in its periods together.',
  impossiblePeriod: 'Impossible in this file: in the period from {from} s, {lower} of {lowerValue} ms and {higher} of {higherValue} ms.',
  joinNoResult: '{name} is not a result of a load tool.',
  joinWhat:
    'Results of k6, Artillery, autocannon and ab are joined to a recording; with loopscope import, the recording stands after --join.',
  joinNoRecording: '{name} is not a recording of a server under the load of another tool.',
  joinRecord: 'Record one with a load command that only waits: loopscope run URL -d 600 --load-command "sleep 600".',
  joinNoTime: '{name} does not say when the load was made, so it has no place on the time axis of a recording.',
  joinWithTime: 'autocannon --json, Artillery, k6 --out json or csv, and ab -g say it.',
  joinOtherTime: '{name} and {recording} are of different times: the load began at {began}, the recording of {seconds} s at {recorded}.',
  joinSameTime: 'Take the result of the load that was made meanwhile. If the clock of one machine was wrong, set it and measure again.',
  joinedUnchecked:
    '{file} lies on the time axis where its clock places it. Whether that agrees with the clock of the server is not known: what both of them counted is too even or too different to tell.',
  joinedAgrees:
    '{file} lies on the time axis where its clock places it; {by, select, requests {the requests that the server counted agree} other {the CPU time of the server agrees}}, within {within} s.',
  joinedMoved:
    '{file} lies on the time axis where its throughput fits {by, select, requests {the requests that the server counted} other {the CPU time of the server}}, within {within} s; by that, its clock is {offset} s {way, select, behind {behind} other {ahead of}} that of the server.',
  joinedPart: 'The recording has {covered} s of the {all} s that its figures are of.',
  typesOfPprof:
    'It has {count} sample types; {shown} is shown, not {others}. Where the file itself is open, another one is chosen above the profile or, on the command line, with --value.',
  emptyType: '{type}, which is 0 everywhere',
  allZero: '{shown} is 0 in every sample, so there is nothing to show.',
  weightOfPprof: '{shown} counts something that is no sample of a stack: it is shown as a weight, and shares have no intervals.',
  differenceOfPprof:
    '{name} is the difference of two profiles: the value of sample {sample} is below zero. Loopscope does not read differences.',
  openBoth: 'Open the two profiles that it was made of.',
  bytesOfHeap:
    'A heap profile estimates allocated bytes from samples. Objects that were garbage-collected during the recording are missing, unless the recording was set to include them.',
  filesNotTold:
    'Of some functions the file has the name, but not where they are, as Node 14 to 20 write those of scripts that nothing refers to any more when the profile ends, such as a CommonJS main script: these count as your own, and may be of a package.',
  countsOfPerf: 'Samples of perf are counted, each as one. Functions of JavaScript have names if Node ran with --perf-basic-prof.',
  perfWithoutTimes:
    'The file does not say when its samples were taken, so it has no time axis: perf script was asked for fields without the time.',
  perfSomeWithoutTimes:
    'The file does not say when {count} of {of} samples {count, plural, one {was} other {were}} taken, so it has no time axis.',
  withoutStack: '{count, plural, one {A sample has} other {# samples have}} no stack.',
  eventsOfPerf:
    'It has samples of {count} events, which are not added up: {shown} is shown, not {others}. Where the file itself is open, another one is chosen above the profile or, on the command line, with --value.',
  idleOfPerf:
    '{count, plural, one {A sample is} other {# samples are}} of swapper, the task that a processor runs while no program needs it: {count, plural, one {it counts} other {they count}} as idle, with the interrupts that were handled in it.',
  eventOfPerf: '{event} ({samples, plural, one {# sample} other {# samples}})',
  noValues: '{name} has one kind of values, so there is none to choose.',
  openWithout: 'Open it without choosing one.',
  noSuchValue: '{name} has no values called {value}.',
  valuesAre: 'It has {values}.',
  weightOfCollapsed:
    'Collapsed stacks do not say what their numbers count. These can hardly be samples (more likely periods, times or bytes), so they are shown as weights, and shares have no intervals.',
  weightOfNumbers:
    'The file does not say what its numbers count. They can hardly be samples (more likely periods, times or bytes), so they are shown as weights, and shares have no intervals.',
  unknownOfNumbers:
    'The file does not say what its numbers count, and nothing in it shows that they are samples: they are shown as weights, and shares have no intervals. If you know that they are samples, you can say so where the file itself is open: above the profile or, on the command line, with --value samples.',
  countsOfNumbers: 'The file does not say what its numbers count; they are shown as samples.',
  countsOfPySpy: 'Functions are named as py-spy names them, whose collapsed stacks count samples: the numbers are shown as samples.',
  pathsOfPySpy:
    'Its collapsed stacks have paths that are cut off: what is called like a module of Python’s standard library counts as that, and packages that were installed count as your own.',
  weightWithoutStack: 'A weight of {count, number} has no stack.',
  countsOfCollapsed: 'Collapsed stacks do not say what their numbers count; they are shown as samples.',
} as const;
