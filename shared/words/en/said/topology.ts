/** What keeps a script from being measured behind something else. */
export const topology = {
  unknown: '"{text}" is not a topology.',
  form: 'Give direct, nginx, processes:N or nginx:N with N from 1 to {most, number}, or proxy:FILE (with several copies behind it proxy:N:FILE) with the path of your own proxy. nginx can have settings: nginx:2,timeout=0.6,connections=256,keepalive=0,files=1024,workers=1.',
  noNginx: 'There is no nginx in the folders of PATH.',
  getNginx:
    'It needs no root to run, and no service: Debian and Ubuntu have it in the package nginx-light, macOS with Homebrew as nginx. Where nothing can be installed, unpack the package and add the folder of nginx to PATH.',
  noTicks: 'Ticks are recorded of a single process, and with --topology {topology} there are several.',
  takeCpu: 'Record a CPU profile of each, or nothing.',
  onlyOfScript: 'Only a script can be started in several processes that share a port ({topology}), and this is a command.',
  nginxOfCommand: 'Behind nginx there can be copies of a command, too: nginx:2.',
  wholeUrl: 'nginx in front of the server gets a port of its own, and {url} names another.',
  givePath: 'Give the path alone.',
  usesPort:
    'Behind another program a server has to listen on the port in its variable PORT. If it does and only needs longer, raise {setting_portTimeoutS}.',
} as const;
