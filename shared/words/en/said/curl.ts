/** Why a pasted curl command cannot be used, and what of it will be different. */
export const curl = {
  tooLong: 'The command is longer than {limit, number} characters.',
  empty: 'There is no command: paste one that begins with "curl".',
  tooMany: 'There are more than {limit, number} commands.',
  notCurl: '"{word}" is not curl. If it belongs to the URL before it, put the URL in quotes.',
  openQuote: 'A quote is not closed: {text}',
  expansion: 'The shell would replace this before curl sees it: {text} Write out what it stands for, or put it in single quotes.',
  unknownOption: 'The option {name} of curl is not known here: leave it out if the request does not need it.',
  noValue: 'Something is missing after {name}.',
  noUrl: 'The command has no URL.',
  badUrl: '"{url}" is not a URL of http or https with a plain host and without a user name.',
  badMethod: '{method} is not a method that Loopscope sends: {methods}.',
  readsFile: '{name} would read the file {file}. Put its content into the command, or write a plan whose body is a file.',
  goesElsewhere: '{name} would not send the request straight to the server.',
  dataAndFile: 'The body comes from a file and from the command as well: only one of them can be sent.',
  longBody: 'The body is longer than {limit, number} characters: put it into a file beside a plan.',
  badPattern:
    'curl reads brackets and braces in a URL as a pattern, and refuses this one: {text} If they stand for themselves, write -g before the URL.',
  manyUrls:
    '{text} stands for so many URLs that there would be more than {limit, number} requests. Write a smaller pattern, or a plan that takes them from a file of values.',
  chunked: '{header}: bodies are sent with their length here, not in chunks. Leave the header out.',
  badField: 'The field "{field}" has no name.',

  noRedirects: 'Redirects are not followed: each response counts by itself.',
  http1: 'The request is sent by HTTP/1.1.',
  otherHost: 'The header Host: {host} is not sent: each request names the host of its URL.',
  lineEnds: 'curl would leave out the line ends of {file}; here the file is sent as it is.',
} as const;
