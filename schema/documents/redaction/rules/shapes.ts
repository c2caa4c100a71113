import type { RedactionClass } from '../classes.ts';
import { ALNUM, BASE64, DIGIT, DOTTED, HEX, LOWER, TOKEN, UPPER, URL_PATH, WORD } from '../scan/alphabet.ts';

/**
 * The shapes that vendors give their keys: a prefix, an alphabet, a length. The facts of shape are those that gitleaks
 * publishes (https://github.com/gitleaks/gitleaks, config/gitleaks.toml at 009e025, MIT licence) and the vendors
 * document; the expressions are our own.
 */
export interface Shape {
  readonly name: RedactionClass;
  readonly prefix: string;
  /** Flag of the characters after the prefix. */
  readonly flag: number;
  /** Fewest characters after the prefix. */
  readonly min: number;
  /** Exactly `min` characters, and no more of the alphabet of words. */
  readonly exact?: boolean;
  /** The prefix is the beginning of an address and stays. */
  readonly keepPrefix?: boolean;
  /** Needs a digit or a capital after the prefix, where prose and code begin words the same way. */
  readonly made?: boolean;
}

type Extra = Pick<Shape, 'exact' | 'keepPrefix' | 'made'>;

const shapes = (name: RedactionClass, prefixes: string, flag: number, min: number, extra: Extra = {}): Shape[] =>
  prefixes.split(' ').map((prefix) => ({ name, prefix, flag, min, ...extra }));

const CAPITALS = UPPER | DIGIT;
const exact = { exact: true };
const made = { made: true };
const keepPrefix = { keepPrefix: true };

/** Longer prefixes of the same beginning come first. */
export const vendorShapes: readonly Shape[] = [
  ...shapes('kernel-token', 'krn_', WORD, 20, made),
  ...shapes('webhook-secret', 'whsec_', BASE64 | WORD, 16, made),

  ...shapes('aws-key', 'AKIA ASIA ABIA ACCA', CAPITALS, 16, exact),
  ...shapes('aws-key', 'A3T', CAPITALS, 17, exact),
  ...shapes('aws-key', 'bedrock-api-key- ABSK', BASE64, 60, made),
  ...shapes('aws-key', 'amzn.mws. amzn1.oa2-cs.v1.', DOTTED, 32, made),
  ...shapes('google-key', 'AIza', WORD, 35),
  ...shapes('google-key', 'GOCSPX-', WORD, 24),
  ...shapes('google-key', 'ya29.', DOTTED, 20, made),
  ...shapes('google-key', '1//0', WORD, 30, made),
  ...shapes('alibaba-key', 'LTAI', ALNUM, 16, made),
  ...shapes('cloud-token', 'dop_v1_ doo_v1_ dor_v1_', HEX, 32),
  ...shapes('cloud-token', 'dapi dose', HEX, 32, exact),
  ...shapes('cloud-token', 'HRKU- tskey- fm1r_ fm1a_ fm2_ fo1_ FlyV1-', BASE64 | WORD, 20, made),
  ...shapes('cloud-token', 'hvs. hvb. hvr. dp.pt. dp.st. dp.sa. dp.ct. dp.scim. dp.audit.', DOTTED, 20, made),
  ...shapes('cloud-token', 'pul- pscale_tkn_ pscale_pw_ pscale_oauth_ tfp_ sbp_ sb_secret_ EZAK EZTK', WORD, 30, made),
  ...shapes('cloud-token', 'dt0c01. v1.0-', DOTTED, 80, made),
  ...shapes('cloud-token', 't1.9euel', TOKEN, 20, made),

  ...shapes('anthropic-key', 'sk-ant-', WORD, 10),
  ...shapes('openai-key', 'sk-proj- sk-svcacct- sk-admin-', WORD, 16),
  ...shapes('openai-key', 'sk-', WORD, 10, made),
  ...shapes('model-key', 'hf_ api_org_ gsk_ xai- r8_ pplx- nvapi- csk-', WORD, 20, made),
  ...shapes('model-key', 'lsv2_pt_ lsv2_sk_ pcsk_ esecret_', WORD, 30, made),
  ...shapes('model-key', 'AstraCS:', DOTTED, 40, made),
  ...shapes('search-key', 'tvly-', WORD, 16, made),

  ...shapes('github-token', 'github_pat_', WORD, 20),
  ...shapes('github-token', 'ghp_ gho_ ghu_ ghs_ ghr_', WORD, 20),
  ...shapes(
    'gitlab-token',
    'glpat- gldt- glrt- glrtr- glcbt- glptt- glft- glimt- glagent- gloas- glsoat- glffct-',
    DOTTED,
    20,
  ),
  ...shapes('gitlab-token', 'GR1348941', WORD, 20),
  ...shapes('gitlab-token', 'ATBB', ALNUM, 28, made),
  ...shapes('package-token', 'npm_ rubygems_', ALNUM, 30),
  ...shapes('package-token', 'pypi-AgE', WORD, 30),
  ...shapes('package-token', 'dckr_pat_ dckr_oat_', WORD, 20),
  ...shapes('package-token', 'cio', ALNUM, 32, { ...exact, ...made }),
  ...shapes('package-token', 'oy2', LOWER | DIGIT, 43, { ...exact, ...made }),
  ...shapes('package-token', 'AKCp cmVmd CLOJARS_', ALNUM, 50, made),

  ...shapes('slack-token', 'xoxb- xoxp- xoxa- xoxo- xoxr- xoxs- xoxe- xoxe. xapp- xwfp-', DOTTED, 10, made),
  ...shapes('slack-token', 'hooks.slack.com/services/ hooks.slack.com/workflows/', URL_PATH, 20, keepPrefix),
  ...shapes('chat-token', 'discord.com/api/webhooks/ discordapp.com/api/webhooks/', URL_PATH, 40, keepPrefix),
  ...shapes('chat-token', 'outlook.office.com/webhook/', URL_PATH, 40, keepPrefix),

  ...shapes('payment-key', 'sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_', WORD, 10),
  ...shapes('payment-key', 'rzp_live_ rzp_test_ shippo_live_ shippo_test_ duffel_live_ duffel_test_', WORD, 14, made),
  ...shapes('payment-key', 'sq0atp- sq0csp- FLWSECK- FLWSECK_TEST- live_sk_ test_sk_', WORD, 12, made),
  ...shapes('payment-key', 'EAAA', WORD, 56, made),
  ...shapes('payment-key', 'shpat_ shpca_ shppa_ shpss_', HEX, 32),

  ...shapes('mail-key', 'SG.', DOTTED, 50, made),
  ...shapes('mail-key', 'xkeysib- xsmtpsib-', WORD, 40, made),
  ...shapes('mail-key', 'key-', HEX, 32, exact),
  ...shapes('mail-key', 'SK', HEX, 32, { ...exact, ...made }),
  ...shapes('mail-key', 're_', WORD, 24, made),
  ...shapes('mail-key', 'md-', WORD, 22, { ...exact, ...made }),

  ...shapes('service-token', 'lin_api_ lin_oauth_ ntn_ figd_ figo_ glsa_ glc_ secret_', WORD, 32, made),
  ...shapes('service-token', 'sntrys_ sntryu_ sntrya_', BASE64 | WORD, 40, made),
  ...shapes(
    'service-token',
    'NRAK- NRII- NRJS- NRIQ- NRAL- CFPAT- PMAK- rdme_ sgp_ bkua_ CCIPAT_ phx_ pnu_ waka_',
    WORD,
    18,
    made,
  ),
  ...shapes('service-token', 'ATATT3 ATCTT3 ops_eyJ', BASE64 | WORD, 60, made),
  ...shapes('service-token', 'pat-na1- pat-eu1- pat-na2- flb_live_ zpka_ aio_', WORD, 28, made),
  ...shapes('service-token', 'AGE-SECRET-KEY-1', CAPITALS, 50),
  ...shapes('service-token', 'A3-', WORD, 30, made),
  ...shapes('service-token', 'p8e-', ALNUM, 32, made),
  ...shapes('service-token', 'eyJrIjoi', BASE64, 60, made),
  ...shapes('service-token', 'sl.', DOTTED, 120, made),
  ...shapes('service-token', 'EAAC EAAG EAAM', ALNUM, 80, made),
];
