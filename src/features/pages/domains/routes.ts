import { routes } from "#src/platform/http/api.ts";
import { checkDomain } from "./checks.ts";
import { domainsContract } from "./contract.ts";
import { addDomain, authorizeCertificate, listDomains, removeDomain } from "./domains.ts";

export const domainRoutes = routes(domainsContract, {
  list: listDomains,
  add: addDomain,
  check: checkDomain,
  remove: removeDomain,
  ask: authorizeCertificate,
});
