import type pg from "pg";

export interface LinkOwner {
  profile_id: string;
  user_id: string;
}

const TITLES =
  "{New single,Tour dates,Merch,Vinyl and CDs,Videos,Newsletter,Press photos,Booking,Studio diary,Guitar lessons,Podcast,Tip jar}";
const ICONS = "{spotify,calendar,shopping-bag,music,youtube,mail,camera,phone,book,star,mic,heart}";
const SOCIALS = JSON.stringify(
  ["instagram", "tiktok", "youtube", "spotify", "x", "facebook"].map((platform) => ({
    platform,
    url: `https://${platform}.com/mia`,
  })),
);

/** Creators named page00001, page00002, …, each with `links` links. */
export async function fillProfiles(
  client: pg.Client,
  { profiles, links }: { profiles: number; links: number },
): Promise<void> {
  await client.query(
    "insert into users (id, name, email) values ('bench', 'Mia', 'mia@example.com') on conflict do nothing",
  );
  await client.query(
    `insert into client_profiles (id, name, username, display_name, public_notes, user_id, social_platforms, created_at, updated_at, link_count)
     select uuidv7(), 'Mia Moreno ' || n, 'page' || lpad(n::text, 5, '0'), 'Mia Moreno ' || n,
       'Singer and songwriter from Lisbon. New single out now, on tour until spring.', 'bench', $1::jsonb, now(), now(), $2
     from generate_series(1, $3) as n`,
    [SOCIALS, links, profiles],
  );
  await client.query(
    `insert into links (id, profile_id, user_id, title, description, url, icon, show_icon, position, created_at, updated_at)
     select uuidv7(), p.id, p.user_id, ($1::text[])[1 + n % 12] || ' ' || n * 7919, 'What there is to see behind it, part ' || n * 104729,
       'https://example-' || n || '.com/' || p.username || '/' || n * 15485863, ($2::text[])[1 + n % 12], true, n, now(), now()
     from client_profiles p cross join generate_series(1, $3) as n`,
    [TITLES, ICONS, links],
  );
  await client.query("vacuum analyze");
}

/** The ids of `count` links and of their owners. */
export async function readLinks(client: pg.Client, count: number): Promise<Record<string, LinkOwner>> {
  const { rows } = await client.query<LinkOwner & { id: string }>(
    "select id, profile_id, user_id from links order by id limit $1",
    [count],
  );
  return Object.fromEntries(rows.map(({ id, profile_id, user_id }) => [id, { profile_id, user_id }]));
}
