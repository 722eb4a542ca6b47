// A small Express application of the usual kind: a session in a cookie, a check of who is logged in, a page made from a
// template. The page /info shows what this process is and does.
//
// The variants differ in one line, which is marked below.

import { cpus, platform, release } from 'node:os';
import { fileURLToPath } from 'node:url';
import cookieSession from 'cookie-session';
import express from 'express';

/** Read once: counting them is slow. */
const PROCESSORS = cpus().length;

/** Of the page of the second report, which takes about 20 ms: by the clock, so that it gets less CPU time where other programs are busy. */
const PAGE_MS = Number(process.env.PAGE_MS ?? 0);

function spendTime(ms) {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

const app = express();
app.set('views', fileURLToPath(new URL('views', import.meta.url)));
app.set('view engine', 'ejs');
app.disable('x-powered-by');

// The session is in a signed cookie, so it needs no database.
app.use(cookieSession({ name: 'session', keys: ['a key for a study, not for the world'] }));

/**
 * A visitor who has not logged in is a guest. Guests may see everything but /account, and with NEED_LOGIN nothing but the login, as in the
 * published study.
 */
function authenticate(request, response, next) {
  const { session } = request;
  session.user ??= 'guest';
  session.visits = (session.visits ?? 0) + 1;
  const isClosed = process.env.NEED_LOGIN ? request.path !== '/login' : request.path.startsWith('/account');
  if (session.user === 'guest' && isClosed) {
    response.status(401).send('Log in first.');
    return;
  }
  next();
}
app.use(authenticate);

app.post('/login', express.urlencoded({ extended: false }), (request, response) => {
  request.session.user = String(request.body.user ?? 'guest');
  response.send('Welcome.');
});

app.get('/', (_request, response) => response.redirect('/info'));

app.get('/info', function showInfo(request, response) {
  const { rss, heapTotal, heapUsed } = process.memoryUsage();
  const info = {
    arguments: process.argv.slice(2),
    platform: `${platform()} ${release()}`,
    node: process.version,
    versions: { v8: process.versions.v8, uv: process.versions.uv, openssl: process.versions.openssl },
    process: process.pid,
    folder: process.cwd(),
    path: process.execPath,
    processors: PROCESSORS,
    memory: { rss, heapTotal, heapUsed },
    uptime: process.uptime(),
  };

  spendTime(PAGE_MS);

  if (process.env.LOG_INFO) console.log(info); // <-- the one line

  response.render('info', { user: request.session.user, visits: request.session.visits, info });
});

const server = app.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`information: http://127.0.0.1:${server.address().port}/info`);
});
