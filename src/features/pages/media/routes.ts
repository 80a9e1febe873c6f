import { routes } from "#src/platform/http/api.ts";
import { mediaContract } from "./contract.ts";
import { changePicture, fitPicture, getPicture, listPictures, removePicture } from "./library.ts";
import { mediaLibraryContract } from "./library-contract.ts";
import { changeOwnPicture, removeOwnPicture, uploadPicture } from "./media.ts";
import { uploadVideo } from "./video-uploads.ts";

export const mediaRoutes = routes(mediaContract, {
  upload: uploadPicture,
  uploadVideo,
  changeOwn: changeOwnPicture,
  removeOwn: removeOwnPicture,
});

export const mediaLibraryRoutes = routes(mediaLibraryContract, {
  list: listPictures,
  get: getPicture,
  change: changePicture,
  fit: fitPicture,
  remove: removePicture,
});
