/** Why a load could not be sent, or got no response that counts. */
export const load = {
  badHeader: 'The header "{name}" cannot be sent.',
  notAUrl: '"{url}" is not a URL.',
  badProtocol: 'Loopscope sends requests over http and https, not "{protocol}".',
  hasUser: 'The URL contains a user name.',
  noAddress: 'The name "{host}" has no address.',
  refused: 'Load to "{host}" is refused: only this machine gets load unless you name the other one.',
  alsoMeans: 'On this machine that name also means {address}.',
  processSilent:
    'The process that makes the requests, {pid}, stands still: nothing came from it for {seconds, plural, one {a second} other {# seconds}}.',
  processDied: 'The process that makes the requests ended unexpectedly ({how}).',
  couldNotStart: 'could not be started',
  exitCode: 'exit code {code}',
  fewRequests: '{requests} requests cannot keep {connections} connections busy.',
  fewConnections:
    '{connections, plural, one {One connection} other {{connections} connections}} cannot be divided among {workers} load processes.',
  pipeliningOpen: 'Only closed load has several requests in flight on a connection.',
  pipeliningCloses: 'Requests in flight together need a connection that is kept open.',
  http2Only: 'The load failed: the server speaks HTTP/2 only, and all {failed} requests were HTTP/1.1.',
  httpsOnly: 'The load failed: the server speaks HTTPS, and all {failed} requests were plain HTTP.',
  nothingExpected: 'The load failed: none of {requests} requests got a response with a status of 200 to 399: {causes}.',
  silent:
    'No response came in the last {time}: {who, select, connections {{count, plural, one {the only connection was waiting} other {all # connections were waiting}}} some {{count, plural, one {one request was waiting} other {# requests were waiting}}, and the others sent meanwhile failed} last {the last {count, number} requests got none} other {{count, plural, =0 {the requests sent meanwhile failed} one {the only request in flight was waiting} other {all # requests in flight were waiting}}}}.',
  silentNow:
    'No response has been completed for {time}: {count, plural, one {the only connection has} other {all # connections have}} a request in flight.',
  unanswered:
    '{count, plural, one {One of {of} requests was} other {{count, number} of {of} requests were}} still waiting for a whole response when the run ended (the oldest for {age}).',
  lookWhere:
    'The server stopped responding: look for a pool that is used up, a lock that is not released, or a loop without end. Its output, and what its code did last, may say which.',
  blockedIn: 'The event loop was blocked in {place} from {from} until the end.',
  blocked: 'The event loop was blocked from {from} until the end.',
  /** Of a server of several processes. */
  blockedOneIn: 'One of the server’s event loops was blocked in {place} from {from} until the end.',
  blockedOne: 'One of the server’s event loops was blocked from {from} until the end.',
  lookForEnd:
    'Responses began and did not end: look for a response that is never ended, a Content-Length larger than what is written, or a stream that stands still.',
  nothingAnswered: 'The load failed: none of {requests} requests was answered within the {seconds} s of the run.',
  nothingAnsweredAfter:
    'The load failed: none of {requests} requests was answered within the {seconds} s of the run, though {all, select, yes {all {answered}} other {{answered} of the {sent}}} of the warm-up were.',

  error: '{count} {kind} ({what})',
  restarted:
    '{ended, plural, one {The server’s process ended during the load} other {The server’s process ended # times during the load}} ({how}){again, plural, =0 { and was not seen to start again} one { and was started again} other { and was started again # times}}{meanwhile}',
  /** Others went on. */
  oneEnded:
    '{ended, plural, one {One of the server’s processes ended} other {# of the server’s processes ended}} during the load ({how}), and {again, plural, =0 {none was seen to be started in its place} one {another was started} other {# others were started}}{meanwhile}',
  /** Behind these. */
  noneFailedMeanwhile: '. No connection failed meanwhile.',
  allFailedMeanwhile:
    ': {all, plural, one {the only request that failed did so} other {all # requests that failed did so}} {several, select, yes {as one ended or before another listened} other {as it ended or while it was gone}}.',
  someFailedMeanwhile:
    ': {failed} of the {all} requests that failed did so {several, select, yes {as one ended or before another listened} other {as it ended or while it was gone}}.',
  exitSignal: 'signal {signal}',
  exitUnknown: 'how it ended is not known',
  exitTimes: '{count, plural, one {once} other {# times}} {how}',
  status: '{count} with status {status}',
  statusNamed: '{count} with status {status} ({name})',

  autocannonPlan: 'autocannon makes one request again and again, not those of a plan.',
  pipeliningPlan: 'Users of a plan wait for each response before their next request.',
  pipelineOne: 'Leave out --pipelining.',
  autocannonModel: 'autocannon sends closed load only.',
  autocannonTimeout: 'autocannon cannot have a timeout of less than a second ({seconds} s).',
  autocannonHead: 'autocannon cannot measure HEAD: it waits for the body that a response to HEAD does not have.',
  autocannonShare:
    '{requests} requests are too few for autocannon: {connections} connections with {pipelining} pipelined requests each send more at once.',
  autocannonKeeps: 'autocannon keeps its connections open.',
  chooseLoopscope: 'Change it, or measure with the client of Loopscope (--client loopscope).',

  k6Missing: 'There is no k6 on the PATH.',
  k6Install: 'Install it (https://grafana.com/docs/k6, or go install go.k6.io/k6@latest), or measure with the client of Loopscope.',
  k6Search: 'k6 cannot search for a rate: which comes next follows from what the server does.',
  k6Poisson: 'k6 spaces arrivals evenly: it cannot have them at random (--poisson).',
  k6Percent: 'k6 cannot request a path with a "%" that begins no encoded character.',
  k6Failed: 'k6 ended before the load did ({how}).',
  k6NotStarted: 'k6 could not be started ({why}).',
  k6Question: 'k6 does not say when a request was due, so the latency from then is not known and there is no verdict on it.',
  k6AskService: 'Ask for the latency from sending, which every client measures: --question serviceP50.',

  headerRules: 'Names are letters, digits and dashes; values are one line of Latin text.',
  urlForm: 'Write it as http://127.0.0.1:3000/path.',
  useHeader: 'Give credentials as a header: --header Authorization="Basic ..."',
  checkName: 'Check the spelling and the network.',
  whereItListens: 'That is where a server listens, not where it is reached: write {url}',
  allowHost: 'If that machine is yours to load, say so for this run: --allow-host {host}',
  commandEnd: 'A load command decides the load itself, and only -d limits it.',
  commandRequests: 'A load command makes its own requests: a plan, a method, headers and a body do not reach it.',
  commandWarmup: 'A load command has no warm-up of its own.',
  commandClient: 'The load is made either by the load command or by another client.',
  commandFlag: 'A load command decides the load itself: {flag} has no effect on it.',
  tooManyRequests: 'This load makes {planned} requests. A run keeps every request, and {most} at most.',
  fewerRequests: 'Make fewer, or several runs.',
  commandSays: 'Give it in the command itself.',
  commandNoWarmup: 'Leave the warm-up out.',
  commandNoUrl: 'The load command has no {placeholder}: unless it reads LOOPSCOPE_URL, it is not told where the server is ({target}).',
  commandNotStarted: 'The load command could not be started: {program} ({why}).',
  commandFailed: 'The load command failed ({how}): {program}.',
  commandLimit: 'The load command was stopped after {seconds} s, the longest that -d allows it; what it printed until then is kept.',
  commandNoFile: 'The load command wrote no file to the place of {placeholder}.',
  commandFileLarge:
    'The file that the load command wrote has more than {limit, number} bytes, so its figures are not read. Name a file of your own in the command, and open that.',
  commandUnanswered: 'Whether requests stayed without a response is not known: the load command does not say.',
  servedUntil: 'As seen from the server, a request had come and no response ended in the last {time} of the load.',
  blockedUntil: 'As seen from the server, no response ended in the last {time} of the load: an event loop of the server was blocked.',
  stoodStill: 'As seen from the server, no response ended in the last {time} of the load: its process was not heard any more.',
  commandUnread: 'What the load command printed or wrote is in the output; it is in no format that Loopscope reads.',
  commandBroken: 'The figures of the load command could not be read. {why}',
  notStopped: 'Nothing may hold it up during a run: no SIGSTOP, no debugger, no freezer of a container.',
  isKept: 'What was recorded until then is kept.',
  moreRequests: 'Ask for at least as many requests as connections.',
  moreConnections: 'Ask for at least as many connections (-c) as load processes (-w).',
  keepConnections: 'Keep connections open (without --no-keepalive), or have one request in flight on each (--pipelining 1).',
  useHttps: 'Give the URL with its scheme: --url https://...',
  enableHttp1: 'Loopscope speaks HTTP/1.1: enable it in the server (with TLS: allowHTTP1: true), or have it start a proxy that does.',
  checkRequest: 'Check the request: {setting_url}, {setting_method}, {setting_headers}, {setting_body}.',
  closedSilently:
    'The server closed every connection without a byte: it may limit its connections or fail on each request. Check its output.',
  closedLikeHttps:
    'The server closed every connection without a byte, as servers do that speak HTTPS: try --url {url}. Otherwise check its output.',
  eventStream:
    'The response is an event stream (text/event-stream), which does not end by itself: what can be measured of it is its first byte.',
  measureLonger: 'Measure longer (-d), or with fewer connections (-c).',
  measureLongerOpen: 'Measure longer, or with a lower rate or fewer users.',
  ownFault: 'This response came from the server itself: check its output.',
} as const;

/** What kinds of failed requests mean (`ErrorKind`). */
export const requestError = {
  TIMEOUT: 'no complete response in time',
  ECONNREFUSED: 'nothing was listening there',
  ECONNRESET: 'the server reset the connection',
  CLOSED: 'the server closed the connection before the response was complete',
  BAD_ANSWER: 'the response is not valid HTTP/1.1',
  EPIPE: 'the server had closed the connection when the request was sent',
  ETIMEDOUT: 'connecting timed out in the system',
  EMFILE: 'the load process reached its limit of open files',
  EADDRNOTAVAIL: 'this machine has run out of ephemeral ports',
  EHOSTUNREACH: 'there is no route to that machine',
  ENOTFOUND: 'the host name could not be resolved',
  TLS: 'the TLS handshake failed',
  OTHER: 'another error',
  HTTP2: 'the server speaks HTTP/2 only',
  HTTPS: 'the server speaks HTTPS',
  DROPPED: 'not sent, because the limit of requests in flight was reached',
  STALE: 'the connection had been idle, and the server closed it just as the request was sent',
  UNMET_STATUS: 'the response has a status that the plan does not expect',
  UNMET_TEXT: 'the response does not contain what the plan expects',
  UNMET_PATTERN: 'the response does not match the pattern of the plan',
  UNMET_JSON: 'the response has a different value from the one the plan expects',
  UNMET_TIME: 'the response took longer than the plan allows',
  UNMET_CAPTURE: 'the response does not have what the plan takes from it',
  UNMET_SIZE: 'the response is too large to be looked through for what the plan expects',
  UNANSWERED: 'no whole response, although it was waited for when the load had ended',
  ABANDONED: 'an earlier request on the same connection failed, so it was closed',
} as const;

/** Whether a request is reset or ended depends on the moment only. */
const CLOSED = 'The server may limit its connections or fail on this request: check its output.';

/** What to do when all requests failed with this kind, or with this status. */
export const failedLoadHint = {
  TIMEOUT: 'Raise {setting_timeoutS}, or lower the load.',
  ECONNREFUSED: 'The server may have stopped listening: check its output.',
  ECONNRESET: CLOSED,
  CLOSED,
  BAD_ANSWER: 'Check that {setting_url} names a port that speaks HTTP/1.1.',
  EMFILE: 'Raise the limit of open files (ulimit -n), or lower the number of connections (-c, --max-in-flight).',
  EADDRNOTAVAIL: 'Leave out --no-keepalive, or send fewer requests.',
  TLS: 'The server may speak plain HTTP there (--url http://...), or have no TLS version in common.',
  status401: 'Send credentials in {setting_headers}: Authorization.',
  status403: 'Send the credentials (Authorization in {setting_headers}) or the token that the server requires.',
  status404: 'Check the path given as {setting_url}, and the method.',
  status405: 'Check {setting_method}.',
  status411: 'Send a body: {setting_body}.',
  status413: 'Send a smaller body.',
  status415: 'Set the type of the body, for example content-type: application/json in {setting_headers}.',
  status429: 'The server limits the request rate: raise that limit for the test.',
} as const;
