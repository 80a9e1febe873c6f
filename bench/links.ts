/* An account with many links, in SQL. */

/** `$2` pages of the account. */
export const PAGES = `
  insert into client_profiles (id, user_id, name, username, created_at, updated_at)
  select gen_random_uuid(), $1::text, 'Page ' || n, 'bench-page-' || n, now(), now()
  from generate_series(1, $2::int) n`;

/** `$2` links, evenly on the pages. */
export const FILL_LINKS = `
  with pages as (select id, row_number() over (order by id) - 1 as n, count(*) over () as pages
    from client_profiles where user_id = $1::text)
  insert into links (id, profile_id, user_id, title, url, description, notes, tags, folder, is_visible, position,
    created_at, updated_at)
  select uuidv7(), pages.id, $1::text,
    (array['Tour', 'Album', 'Shop', 'Video', 'Podcast', 'Newsletter', 'Interview'])[1 + g.n % 7] || ' ' || g.n,
    'https://shop' || g.n % 2000 || '.example/items/' || g.n || '?utm_source=page',
    case when g.n % 3 = 0 then 'Everything about number ' || g.n || ' and what comes after it' end,
    case when g.n % 5000 = 0 then 'Ask the Ñandú' end,
    case when g.n % 100 = 0 then array['vip', 'summer'] when g.n % 4 = 0 then array['old stock'] else '{}' end,
    case when g.n % 500 = 0 then 'Festival' when g.n % 3 = 0 then 'Archive' end,
    g.n % 10 <> 0, g.n, now() - g.n * interval '1 minute', now()
  from generate_series(1, $2::int) as g(n) join pages on pages.n = g.n % pages.pages`;
