/** Node's own modules in what its versions before 16 wrote: `url.js` there is `node:url` of today. */
import { isCore } from '../../model/profile/frame-kind.ts';
import type { Frame, Profile } from '../../model/profile/profile.ts';

/** The files of Node's folder `lib`, versions 8 to 14. */
const MODULES = new Set(
  [
    '_http_agent _http_client _http_common _http_incoming _http_outgoing _http_server _stream_duplex _stream_passthrough _stream_readable',
    '_stream_transform _stream_wrap _stream_writable _tls_common _tls_legacy _tls_wrap assert async_hooks bootstrap_node buffer child_process',
    'cluster console constants crypto dgram diagnostics_channel dns domain events fs http http2 https inspector module net os path perf_hooks',
    'process punycode querystring readline repl stream string_decoder sys timers tls trace_events tty url util v8 vm wasi worker_threads zlib',
  ].flatMap((names) => names.split(' ').map((name) => `${name}.js`)),
);

/** What only Node of that time has: files of its own without a scheme, which a program never has. */
const isOfOldNode = ({ url }: Frame): boolean => (url.startsWith('internal/') && isCore(url)) || url === 'bootstrap_node.js';

/** Profiles whose own modules of Node have the address that they have today, and are Node's. */
export function withNodeAddresses(profiles: readonly Profile[]): readonly Profile[] {
  return profiles.map((profile) => {
    const { frames, lines } = profile;
    if (!frames.some(isOfOldNode) || frames.some(({ url }) => url.startsWith('node:'))) return profile;
    const renamed = frames.map((frame): Frame => (MODULES.has(frame.url) ? { ...frame, url: addressOf(frame.url), kind: 'core' } : frame));
    if (lines === undefined) return { ...profile, frames: renamed };
    const places = lines.places.map((place) => (MODULES.has(place.url) ? { ...place, url: addressOf(place.url) } : place));
    return { ...profile, frames: renamed, lines: { ...lines, places } };
  });
}

function addressOf(file: string): string {
  return `node:${file.replace(/\.js$/, '')}`;
}
