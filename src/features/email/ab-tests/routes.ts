import { routes } from "#src/platform/http/api.ts";
import {
  createTest,
  deleteTest,
  getCurve,
  getTest,
  launchTest,
  listLinkResults,
  listTests,
  updateTest,
} from "./ab-tests.ts";
import { abTestsContract } from "./contract.ts";
import { chooseVersion, endTest, extendTest } from "./decisions.ts";

export const abTestRoutes = routes(abTestsContract, {
  list: listTests,
  links: listLinkResults,
  get: getTest,
  curve: getCurve,
  create: createTest,
  update: updateTest,
  delete: deleteTest,
  start: launchTest,
  end: endTest,
  extend: extendTest,
  choose: chooseVersion,
});
