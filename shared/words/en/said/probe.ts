/** A probe that found nothing to ask. */
export const probe = {
  noAnswer: 'Nothing at {url} responded to a single request.',
  isItUp: 'See whether the service is up, and whether the URL and its headers are right.',
} as const;
