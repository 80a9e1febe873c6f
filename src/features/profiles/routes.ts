import type { Ctx } from "#src/platform/context.ts";
import { routes } from "#src/platform/http/api.ts";
import { updateProfile } from "./changes.ts";
import { type Profile, profilesContract } from "./contract.ts";
import { createProfile, getProfile, listProfiles, setProfileStatus } from "./profiles.ts";
import { readSlots } from "./slots.ts";
import { deleteProfile, restoreProfile } from "./trash.ts";

type Duplicate = (
  ctx: Ctx,
  input: { source_profile_id: string; new_profile_name: string },
) => Promise<Profile>;

/** A copy has the links as well, so its verb stands below, in the links slice. */
export const profileRoutes = (duplicate: Duplicate) =>
  routes(profilesContract, {
    list: listProfiles,
    create: createProfile,
    get: getProfile,
    update: updateProfile,
    setStatus: setProfileStatus,
    delete: deleteProfile,
    restore: restoreProfile,
    duplicate,
    slots: readSlots,
  });
