import { suppressionsContract, topicsContract } from "#src/features/audience/consent-records/contract.ts";
import { routes } from "#src/platform/http/api.ts";
import {
  addSuppressionByHand,
  addSuppressionsByHand,
  exportSuppressions,
  liftSuppression,
  listSuppressions,
} from "./suppressions.ts";
import { saveTopics } from "./topics.ts";

export const consentRoutes = {
  ...routes(suppressionsContract, {
    suppressions: listSuppressions,
    exportSuppressions: (ctx) => exportSuppressions(ctx),
    suppress: addSuppressionByHand,
    suppressMany: addSuppressionsByHand,
    lift: liftSuppression,
  }),
  ...routes(topicsContract, { saveTopics }),
};
