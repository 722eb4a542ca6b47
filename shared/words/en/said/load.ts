/** Why a load could not be sent, or got no answer that counts. */
export const load = {
  badHeader: 'The header "{name}" cannot be sent.',
  notAUrl: '"{url}" is not a URL.',
  badProtocol: 'Loopscope loads http and https, not "{protocol}".',
  hasUser: 'The URL contains a user name.',
  noAddress: 'The name "{host}" has no address.',
  refused: 'Load to "{host}" is refused: only this machine is loaded unless you name the other one.',
  alsoMeans: 'On this machine that name also means {address}.',
  processDied: 'The process that makes the requests ended unexpectedly ({how}).',
  couldNotStart: 'could not be started',
  exitCode: 'exit code {code}',
  fewRequests: '{requests} requests cannot keep {connections} connections busy.',
  fewConnections:
    '{connections, plural, one {One connection} other {{connections} connections}} cannot be divided among {workers} load processes.',
  pipeliningOpen: 'Only closed load has several requests in flight on a connection.',
  sweepWorkers: 'A sweep is made by one load process: the levels of several would not begin together.',
  pipeliningCloses: 'Requests in flight together need a connection that is kept open.',
  http2Only: 'The load failed: the server speaks HTTP/2 only, and all {failed} requests were HTTP/1.1.',
  httpsOnly: 'The load failed: the server speaks HTTPS, and all {failed} requests were plain HTTP.',
  nothingExpected: 'The load failed: none of {requests} requests got a response with a status of 200 to 399: {causes}.',
  nothingAnswered: 'The load failed: none of {requests} requests was answered within the {seconds} s of the run.',

  error: '{count} {kind} ({what})',
  status: '{count} with status {status}',
  statusNamed: '{count} with status {status} ({name})',

  autocannonModel: 'autocannon sends closed load only.',
  autocannonTimeout: 'autocannon cannot have a timeout of less than a second ({seconds} s).',
  autocannonHead: 'autocannon cannot measure HEAD: it waits for the body that a response to HEAD does not have.',
  autocannonShare:
    '{requests} requests are too few for autocannon: {connections} connections with {pipelining} pipelined requests each send more at once.',
  autocannonKeeps: 'autocannon keeps its connections open.',
  autocannonChoose: 'Change it, or measure with the client of Loopscope (--client loopscope).',

  headerRules: 'Names are letters, digits and dashes; values are one line of Latin text.',
  urlForm: 'Write it as http://127.0.0.1:3000/path.',
  useHeader: 'Give credentials as a header: --header Authorization="Basic ..."',
  checkName: 'Check the spelling and the network.',
  allowHost: 'If that machine is yours to load, say so for this run: --allow-host {host}',
  isKept: 'What was recorded until then is kept.',
  moreRequests: 'Ask for at least as many requests as connections.',
  moreConnections: 'Ask for at least as many connections (-c) as load processes (-w).',
  pipelineClosed: 'Leave out --pipelining.',
  oneProcess: 'Leave out -w.',
  keepConnections: 'Keep connections open (without --no-keepalive), or have one request in flight on each (--pipelining 1).',
  useHttps: 'Give the URL with its scheme: --url https://...',
  enableHttp1:
    'Loopscope speaks HTTP/1.1: enable it in the server (with TLS: allowHTTP1: true), or let the script start a proxy that speaks it.',
  checkRequest: 'Check the request: --url, --method, --header, --body.',
  closedSilently:
    'The server closed every connection without a byte: it may limit its connections or fail on each request. Check its output.',
  closedLikeHttps:
    'The server closed every connection without a byte, as servers do that speak HTTPS: try --url {url}. Otherwise check its output.',
  measureLonger: 'Measure longer (-d), or with fewer connections (-c).',
  ownFault: 'This response came from the script itself: check its output.',
} as const;

/** What kinds of failed requests mean (`ErrorKind`). */
export const requestError = {
  TIMEOUT: 'no complete response in time',
  ECONNREFUSED: 'nothing is listening there any more',
  ECONNRESET: 'the server reset the connection',
  CLOSED: 'the server closed the connection before the response was complete',
  BAD_ANSWER: 'the response is not valid HTTP/1.1',
  EPIPE: 'the server had closed the connection when the request was sent',
  ETIMEDOUT: 'the system gave up on the connection',
  EMFILE: 'the load process may not open more connections',
  EADDRNOTAVAIL: 'this machine has no more ports for connections',
  EHOSTUNREACH: 'there is no route to that machine',
  ENOTFOUND: 'the host name could not be resolved',
  TLS: 'the TLS handshake failed',
  OTHER: 'another error',
  HTTP2: 'the server speaks HTTP/2 only',
  HTTPS: 'the server speaks HTTPS',
  DROPPED: 'not sent, because as many requests were in flight as may be',
  STALE: 'the connection had been idle, and the server closed it just as the request was sent',
  ABANDONED: 'an earlier request on the same connection failed, so it was closed',
} as const;

/** What to do when all requests failed with this kind, or with this status. */
export const failedLoadHint = {
  TIMEOUT: 'Raise --timeout, or lower the load.',
  ECONNREFUSED: 'The script may have stopped listening: check its output.',
  ECONNRESET: 'The script may limit its connections or fail on this request: check its output.',
  CLOSED: 'The script may limit its connections or fail on this request: check its output.',
  BAD_ANSWER: 'Check that --url names a port that speaks HTTP/1.1.',
  EMFILE: 'Raise the limit of open files (ulimit -n), or lower the number of connections (-c, --max-in-flight).',
  EADDRNOTAVAIL: 'Leave out --no-keepalive, or send fewer requests.',
  TLS: 'The server may speak plain HTTP there (--url http://...), or have no TLS version in common.',
  status401: 'Send credentials: --header Authorization=...',
  status403: 'Send the credentials (--header Authorization=...) or the token that the server requires.',
  status404: 'Check the path given with --url, and the method.',
  status405: 'Check --method.',
  status411: 'Send a body: --body.',
  status413: 'Send a smaller body.',
  status415: 'Set the type of the body, for example --header content-type=application/json.',
  status429: 'The server limits the request rate: raise that limit for the test.',
} as const;
