import { routes } from "#src/platform/http/api.ts";
import { dismissBanner, listBanners, listShownBanners, removeBanner, saveBanner } from "./banners.ts";
import { bannersContract } from "./contract.ts";

export const bannerRoutes = routes(bannersContract, {
  list: listBanners,
  save: saveBanner,
  remove: removeBanner,
  listShown: listShownBanners,
  dismiss: dismissBanner,
});
