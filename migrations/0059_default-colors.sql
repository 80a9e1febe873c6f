-- The default colors were white on a strong purple, which pages never showed. Whoever chose none keeps the page they have.
update client_profiles set theme_settings = theme_settings || '{"text_color": "#2e1065"}'
where theme_settings ->> 'theme_color' = '#6d28d9' and theme_settings ->> 'text_color' = '#ffffff';
--> statement-breakpoint
update client_profiles set theme_settings = theme_settings || '{"theme_color": "#ede5ff"}'
where theme_settings ->> 'theme_color' = '#6d28d9';
