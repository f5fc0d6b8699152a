package dev.gearbox.lab.machine;

import java.nio.file.Path;

/** Gearbox's part of the user's cache folder: {@code $XDG_CACHE_HOME/gearbox}, or {@code ~/.cache/gearbox}. Everything in it can be made again. */
public final class UserCache {
    private UserCache() {}

    /** Returns the path of a file or folder in the cache; it need not exist. */
    public static Path folder(String name) {
        String cache = System.getenv().getOrDefault("XDG_CACHE_HOME", "");
        Path home = cache.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(cache);
        return home.resolve("gearbox").resolve(name);
    }
}
