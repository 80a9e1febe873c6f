import { mediaContract } from "#src/features/pages/media/contract.ts";
import { mediaLibraryContract } from "#src/features/pages/media/library-contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const mediaApi = clientFor("media", { ...mediaContract, ...mediaLibraryContract });
