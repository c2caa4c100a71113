/** Where a server that runs as root keeps what another user must reach; also root's default data folder. */
export const SYSTEM_DIR = '/var/lib/kernel';
