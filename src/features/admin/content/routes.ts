import { showPageToStaff } from "#src/features/public/public-page/staff-view.ts";
import { routes } from "#src/platform/http/api.ts";
import {
  changeLinks,
  changeProfiles,
  getLinkChange,
  getProfileChange,
  listLinkChanges,
  listLinkHosts,
  listLinks,
  listProfileChanges,
  listProfiles,
  undoLinkChange,
  undoProfileChange,
} from "./content.ts";
import { contentContract } from "./contract.ts";

export const contentRoutes = routes(contentContract, {
  profiles: listProfiles,
  profilePage: showPageToStaff,
  changeProfiles,
  profileChanges: listProfileChanges,
  profileChange: getProfileChange,
  undoProfiles: undoProfileChange,
  links: listLinks,
  hosts: listLinkHosts,
  changeLinks,
  linkChanges: listLinkChanges,
  linkChange: getLinkChange,
  undoLinks: undoLinkChange,
});
