import { routes } from "#src/platform/http/api.ts";
import { mediaContract } from "./contract.ts";
import { changeOwnPicture, removeOwnPicture, uploadPicture } from "./media.ts";

export const mediaRoutes = routes(mediaContract, {
  upload: uploadPicture,
  changeOwn: changeOwnPicture,
  removeOwn: removeOwnPicture,
});
