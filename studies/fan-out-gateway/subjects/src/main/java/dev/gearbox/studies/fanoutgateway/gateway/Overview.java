package dev.gearbox.studies.fanoutgateway.gateway;

import java.util.List;

/**
 * The answer of a gateway: what a user wrote and collected, everything in the order of its ids. The order of the components is that of the JSON.
 */
record Overview(int user, List<PostEntry> posts, List<AlbumEntry> albums) {
    record PostEntry(int id, String title, List<CommentEntry> comments) {}

    record CommentEntry(int id, String name) {}

    record AlbumEntry(int id, String title, List<PhotoEntry> photos) {}

    record PhotoEntry(int id, String title) {}
}
