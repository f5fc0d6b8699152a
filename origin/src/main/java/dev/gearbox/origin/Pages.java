package dev.gearbox.origin;

import java.util.List;
import java.util.Optional;

/** What the origin serves. From any thread. */
public sealed interface Pages permits SyntheticPages, StoredPages {
    /** The paths of all pages, each with its leading slash, in order. */
    List<String> paths();

    /** The page under that path. */
    Optional<Page> page(String path);

    /** What it is, in a few words. */
    String summary();
}
