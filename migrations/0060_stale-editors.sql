-- Editors that were open while the default colors changed would bring the former ones back. Now they ask first.
update client_profiles set updated_at = updated_at + interval '1 millisecond'
where theme_settings ->> 'theme_color' = '#ede5ff';
