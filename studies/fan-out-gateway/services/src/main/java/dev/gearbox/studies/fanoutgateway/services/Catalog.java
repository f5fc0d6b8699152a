package dev.gearbox.studies.fanoutgateway.services;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the services hold: 100 posts with 5 comments each, 100 albums with 50 photos each, of 10 users, in the shape and about the size of
 * JSONPlaceholder's, which the literature called. The same seed gives the same text, of made-up words in ASCII. All lists are in order of their ids,
 * which begin with 1.
 */
public record Catalog(
        List<User> users, List<Post> posts, List<Comment> comments, List<Album> albums, List<Photo> photos) {
    /** The number of users; their ids are 1 to 10. */
    public static final int USERS = 10;

    private static final int POSTS_OF_USER = 10;
    private static final int COMMENTS_OF_POST = 5;
    private static final int ALBUMS_OF_USER = 10;
    private static final int PHOTOS_OF_ALBUM = 50;

    /** A post of a user. */
    public record Post(int userId, int id, String title, String body) {}

    /** A comment on a post. */
    public record Comment(int postId, int id, String name, String email, String body) {}

    /** An album of a user. */
    public record Album(int userId, int id, String title) {}

    /** A photo in an album. */
    public record Photo(int albumId, int id, String title, String url, String thumbnailUrl) {}

    /** A user. */
    public record User(
            int id,
            String name,
            String username,
            String email,
            Address address,
            String phone,
            String website,
            Company company) {}

    /** Where a user lives. */
    public record Address(String street, String suite, String city, String zipcode, Place geo) {}

    /** Degrees, as text. */
    public record Place(String lat, String lng) {}

    /** Whom a user works for. */
    public record Company(String name, String catchPhrase, String bs) {}

    public Catalog {
        users = List.copyOf(users);
        posts = List.copyOf(posts);
        comments = List.copyOf(comments);
        albums = List.copyOf(albums);
        photos = List.copyOf(photos);
    }

    /** Returns the catalog of that seed. */
    public static Catalog of(long seed) {
        MadeUpText words = new MadeUpText(new SplittableRandom(seed));
        int posts = USERS * POSTS_OF_USER;
        int albums = USERS * ALBUMS_OF_USER;
        return new Catalog(
                ids(USERS).mapToObj(words::user).toList(),
                ids(posts)
                        .mapToObj(id -> new Post(parent(id, POSTS_OF_USER), id, words.line(6), words.lines(4)))
                        .toList(),
                ids(posts * COMMENTS_OF_POST)
                        .mapToObj(id -> new Comment(
                                parent(id, COMMENTS_OF_POST), id, words.line(6), words.email(), words.lines(4)))
                        .toList(),
                ids(albums)
                        .mapToObj(id -> new Album(parent(id, ALBUMS_OF_USER), id, words.line(6)))
                        .toList(),
                ids(albums * PHOTOS_OF_ALBUM)
                        .mapToObj(id -> words.photo(parent(id, PHOTOS_OF_ALBUM), id))
                        .toList());
    }

    private static IntStream ids(int count) {
        return IntStream.rangeClosed(1, count);
    }

    private static int parent(int id, int children) {
        return (id - 1) / children + 1;
    }

    /** Returns what each service answers: an array of records as indented JSON in UTF-8, by the service's name. */
    public Map<String, byte[]> json() {
        JsonMapper mapper = JsonMapper.builder()
                .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
                .enable(SerializationFeature.INDENT_OUTPUT)
                .build();
        return Map.of("users", users, "posts", posts, "comments", comments, "albums", albums, "photos", photos)
                .entrySet()
                .stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey, each -> mapper.writeValueAsBytes(each.getValue())));
    }

    /** Made-up text. */
    private record MadeUpText(SplittableRandom random) {
        String word() {
            StringBuilder word = new StringBuilder();
            for (int syllables = 1 + random.nextInt(4); syllables > 0; syllables--) {
                word.append("bdfghklmnprstvz".charAt(random.nextInt(15))).append("aeiou".charAt(random.nextInt(5)));
            }
            return word.toString();
        }

        String line(int count) {
            return IntStream.range(0, count).mapToObj(_ -> word()).collect(Collectors.joining(" "));
        }

        String lines(int count) {
            return IntStream.range(0, count).mapToObj(_ -> line(7)).collect(Collectors.joining("\n"));
        }

        String name() {
            String word = word();
            return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
        }

        String email() {
            return name() + "_" + name() + "@" + word() + ".example";
        }

        Photo photo(int album, int id) {
            String picture = "/" + Integer.toHexString(0x100000 + random.nextInt(0xeffff));
            String site = "https://pictures.example/";
            return new Photo(album, id, line(6), site + 600 + picture, site + 150 + picture);
        }

        User user(int id) {
            Place place = new Place(degrees(90), degrees(180));
            Address address = new Address(
                    name() + " Street", "Suite " + random.nextInt(100, 1000), name() + "town", number(5), place);
            String phone = number(3) + "-" + number(3) + "-" + number(4);
            Company company = new Company(name() + " Group", line(4), line(4));
            return new User(id, name() + " " + name(), name(), email(), address, phone, word() + ".example", company);
        }

        private String degrees(int most) {
            return String.format(Locale.ROOT, "%.4f", random.nextDouble(-most, most));
        }

        private String number(int digits) {
            return IntStream.range(0, digits)
                    .mapToObj(_ -> Integer.toString(random.nextInt(10)))
                    .collect(Collectors.joining());
        }
    }
}
