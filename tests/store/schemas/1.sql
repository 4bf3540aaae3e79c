-- A store of schema 1 as its program made it, with one scan. Never edited.
pragma journal_mode=wal;
create table mcpjury_schema (version integer not null);
create table evidence (sha256 text primary key, packed text not null);
create table scans (id integer primary key autoincrement, uid text not null unique, target_key text not null, target_kind text not null, display text not null, credential text not null, observed_at text not null, evidence_sha256 text not null, surface_sha256 text not null, rest_sha256 text not null, truncated integer not null, tool_count integer not null, server_name text not null, server_version text not null, program_version text not null, catalog_version text not null, catalog_sha256 text not null, marks text not null, report text not null);
create index scans_by_target on scans (target_key, credential, observed_at, id);
create index scans_by_evidence on scans (evidence_sha256);
create table findings (scan_id bigint not null, fingerprint text not null, detector text not null, kind text not null, severity text not null, confidence text not null, subject_type text not null, subject text not null, pointer text not null);
create index findings_by_scan on findings (scan_id);
create table tools (target_key text not null, server_name text not null, tool text not null, name_key text not null, description_sha256 text not null, first_seen text not null, last_seen text not null, primary key (target_key, tool, description_sha256));
create index tools_by_name on tools (name_key, target_key);
create index tools_by_description on tools (description_sha256, target_key);
insert into mcpjury_schema (version) values (1);
insert into evidence (sha256, packed) values ('old', 'eJyrVspOLShRsiopKk2tBQAg+wTr');
insert into scans (uid, target_key, target_kind, display, credential, observed_at, evidence_sha256, surface_sha256, rest_sha256, truncated, tool_count, server_name, server_version, program_version, catalog_version, catalog_sha256, marks, report) values ('u1', 'notes', 'tool_list', 'tools.json', 'none', '2025-06-01T00:00:00Z', 'old', 's', 'r', 0, 1, 'notes', '1.0', '0.1', '2025.1', 'c', '{}', 'eJyrVspOLShRsiopKk2tBQAg+wTr');
insert into findings (scan_id, fingerprint, detector, kind, severity, confidence, subject_type, subject, pointer) values (1, 'p', 'runs-code', 'capability', 'high', 'high', 'tool', 'search', '/tools/0');
insert into tools (target_key, server_name, tool, name_key, description_sha256, first_seen, last_seen) values ('notes', 'notes', 'search', 'search', '', '2025-06-01T00:00:00Z', '2025-06-01T00:00:00Z');
