package dev.gearbox.origin;

import java.util.List;
import java.util.Optional;

/** The pages of an origin. Thread-safe. */
public sealed interface Pages permits SyntheticPages, StoredPages {
    /** Returns the paths of all pages, each with its leading slash, in order. */
    List<String> paths();

    /** Returns the page with that path. */
    Optional<Page> page(String path);

    /** Describes the pages in a few words. */
    String summary();
}
