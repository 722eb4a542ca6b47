import { expect, test } from 'vitest';
import { classifyFrame } from '../../../../shared/model/profile/frame-kind.ts';
import { packageOfOtherLanguage } from '../../../../shared/model/profile/other-languages.ts';

test.each([
  ['/usr/local/go/src/math/mod.go', 'math'],
  ['/usr/local/go/src/net/http/server.go', 'net/http'],
  ['/usr/lib/go-1.21/src/runtime/asm_amd64.s', 'runtime'],
  ['/opt/hostedtoolcache/go/1.21.0/x64/src/encoding/json/decode.go', 'encoding/json'],
  ['math/mod.go', 'math'],
  ['/root/go/pkg/mod/github.com/lib/pq@v1.10.0/conn.go', 'github.com/lib/pq'],
  ['C:\\Users\\me\\go\\pkg\\mod\\golang.org\\x\\text@v0.3.0\\unicode\\norm.go', 'golang.org/x/text'],
  ['gopkg.in/yaml.v3@v3.0.1/yaml.go', 'gopkg.in/yaml.v3'],
  ['github.com/lib/pq@v1.10.0/oid/types.go', 'github.com/lib/pq'],
  ['/root/go/pkg/mod/github.com/!masterminds/semver/v3@v3.2.1/version.go', 'github.com/Masterminds/semver/v3'],
  ['/root/go/pkg/mod/golang.org/toolchain@v0.0.1-go1.26.0.linux-amd64/src/runtime/proc.go', 'runtime'],
  ['/srv/app/vendor/gopkg.in/yaml.v3/yaml.go', 'gopkg.in/yaml.v3'],
  ['/srv/app/vendor/gopkg.in/square/go-jose.v2/json/decode.go', 'gopkg.in/square/go-jose.v2'],
  ['/srv/app/vendor/github.com/lib/pq/oid/types.go', 'github.com/lib/pq'],
  ['/srv/app/vendor/github.com/go-chi/chi/v5/mux.go', 'github.com/go-chi/chi/v5'],
  ['/srv/app/vendor/go.uber.org/zap/zapcore/core.go', 'go.uber.org/zap'],
  ['/usr/local/go/src/vendor/golang.org/x/net/http2/hpack/hpack.go', 'vendor/golang.org/x/net/http2/hpack'],
  ['/usr/lib/python3.11/json/decoder.py', 'json'],
  ['/root/.pyenv/versions/3.11.9/lib/python3.11/threading.py', 'threading'],
  ['/srv/venv/lib/python3.11/site-packages/flask/app.py', 'flask'],
  ['/usr/lib/python3/dist-packages/six.py', 'six'],
  ['json/encoder.py', 'json'],
  ['threading.py', 'threading'],
  ['xml/etree/ElementTree.py', 'xml'],
  ['<frozen importlib._bootstrap>', 'importlib'],
])('%s is of the package %s', (url, name) => {
  expect([packageOfOtherLanguage(url), classifyFrame(url, 3)]).toEqual([name, 'dependency']);
});

test.each([
  '/home/me/go/src/github.com/me/shop/main.go',
  '/home/me/go/src/shop/main.go',
  '/srv/app/main.go',
  '/srv/go-service/src/net/handler.go',
  'example.com/app/x.go',
  'shop/main.go',
  '/srv/app/vendor/list.go',
  '/srv/app/vendor/prices/list.go',
  '/srv/shop@v2/main.go',
  '/srv/lib/python/app.py',
  'certifi/core.py',
  'app/json.py',
  './json/app.py',
  '/srv/json/encoder.py',
  'json/encoder.rb',
  'json/encoder',
  '/srv/math/mod.js',
  'math/mod.js',
  'file:///srv/pkg/mod/x@v1/index.js',
])('%s is of none', (url) => {
  expect([packageOfOtherLanguage(url), classifyFrame(url, 3)]).toEqual([null, 'own']);
});
