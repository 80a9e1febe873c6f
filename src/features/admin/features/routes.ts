import { routes } from "#src/platform/http/api.ts";
import { featuresContract } from "./contract.ts";
import {
  changeFeature,
  chooseForAccount,
  listAccountFeatures,
  listFeatureAccounts,
  listFeatureChanges,
  listFeatures,
  previewFeature,
} from "./features.ts";

export const featuresRoutes = routes(featuresContract, {
  list: listFeatures,
  change: changeFeature,
  preview: previewFeature,
  accounts: listFeatureAccounts,
  choose: chooseForAccount,
  changes: listFeatureChanges,
  ofAccount: listAccountFeatures,
});
