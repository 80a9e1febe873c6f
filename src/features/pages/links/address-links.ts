/* Links from nothing but their addresses, many at a time. */
import { findRoom } from "#src/features/money/entitlements/entitlements.ts";
import { type Failure, failure } from "#src/lib/errors.ts";
import type { Ctx } from "#src/platform/context.ts";
import { ADDRESS_ERRORS, type NotAdded } from "./address-contract.ts";
import { type AddressProblem, type ReadAddress, readAddress } from "./address-rules.ts";
import { LINK_ERRORS, type Link } from "./contract.ts";
import { createLinks } from "./link-batches.ts";

interface Asked {
  profile_id: string;
  addresses: { id?: string | undefined; address: string }[];
}

interface Wanted {
  id: string;
  address: string;
  read: ReadAddress;
}

const PROBLEMS = {
  too_long: "URL_TOO_LONG",
  not_a_url: "URL_INVALID",
  dangerous: "URL_DANGEROUS",
  handle_unclear: "HANDLE_UNCLEAR",
} as const satisfies Record<AddressProblem, keyof typeof ADDRESS_ERRORS>;

/**
 * Adds a link for each address, as many as fit, at the end. Says which ones weren't added, and why. One that was
 * sent before, with the same id, isn't added again.
 */
export async function createLinksFromAddresses(
  ctx: Ctx,
  { profile_id, addresses }: Asked,
): Promise<{ items: Link[]; not_added: NotAdded[] }> {
  const not_added: NotAdded[] = [];
  const refuse = (address: string, problem: Failure) =>
    not_added.push({ address, code: problem.code, message: problem.message });
  const wanted = addresses.flatMap(({ id = ctx.newId(), address }): Wanted[] => {
    const reading = readAddress(address);
    if (reading.ok) return [{ id: id.toLowerCase(), address, read: reading.read }];
    refuse(address, failure(ADDRESS_ERRORS, PROBLEMS[reading.problem]));
    return [];
  });
  const known: Link[] = [];
  const added = await createLinks(ctx, {
    profile_id,
    choose: async (rows, ctx) => {
      known.push(...rows.filter(({ id }) => wanted.some((one) => one.id === id)));
      const fresh = wanted.filter(({ id }) => !rows.some((row) => row.id === id));
      const { room, refusal } = await findRoom(ctx, "links", {
        adding: fresh.length,
        profileId: profile_id,
      });
      for (const { address } of fresh.slice(room)) if (refusal) refuse(address, refusal);
      return fresh.slice(0, room).map(({ id, read: { url, title, icon } }) => {
        return { id, url, title, icon, show_icon: true };
      });
    },
  });
  const here = [...known, ...added];
  for (const { id, address } of wanted)
    if (!here.some((link) => link.id === id) && !not_added.some((one) => one.address === address))
      refuse(address, failure(LINK_ERRORS, "LINK_NOT_FOUND"));
  return { items: here, not_added };
}
