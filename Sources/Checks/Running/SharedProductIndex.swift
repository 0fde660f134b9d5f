import ContentModel
import Packaging

/// Other inputs that claim a product: all of them counted, and the first of them by name.
public struct RivalInputs: Sendable, Hashable {
    /// So many are named; of more, nobody reads them.
    static let most = 10

    /// The paths of the first of them, in the order given.
    public internal(set) var paths: [String] = []
    /// How many there are.
    public internal(set) var count = 0

    /// Whether there is none.
    public var isEmpty: Bool { count == 0 }
}

/// Finds the inputs of a run that claim the same product.
///
/// Left aside are inputs that are no rivals: the same path given twice, a folder and the package named after it, and
/// values with a build setting in them, since Xcode makes another ID of the same text in each project.
struct SharedProductIndex: Sendable {
    /// What makes two inputs rivals, in numbers: a catalogue of thousands of copies is compared with itself.
    private struct Place {
        let path: Int
        let kind: ContentInput.Kind
        let name: Int?
    }

    /// An input that says what product it is for.
    private struct Claim: Hashable {
        let product: Int
        let path: Int
    }

    private let facts: [ContentFacts]
    private let places: [Place]
    private let products: Numbering<[UInt8]>
    /// Of each product, the inputs that have its ID, each path once.
    private let positions: [[Int]]

    init(_ facts: [ContentFacts]) {
        self.facts = facts
        var (paths, names) = (Numbering<[UInt8]>(), Numbering<String>())
        let places = facts.map { fact in
            Place(
                path: paths.number(of: fact.plainPath), kind: fact.input.kind,
                name: fact.name.map { names.number(of: $0) })
        }
        var products = Numbering<[UInt8]>()
        var positions: [[Int]] = []
        var claims: Set<Claim> = []
        for (position, fact) in facts.enumerated() {
            guard let identifier = fact.productIdentifier, !BuildSetting.occurs(in: identifier) else { continue }
            // Bytes, not text: `String` takes two Unicode forms of one letter for equal, and the store does not.
            let product = products.number(of: Array(identifier.utf8))
            if product == positions.count { positions.append([]) }
            if claims.insert(Claim(product: product, path: places[position].path)).inserted {
                positions[product].append(position)
            }
        }
        self.places = places
        self.products = products
        self.positions = positions
    }

    /// The other inputs with the same product ID as the one at `position`, in the order given.
    func others(than position: Int) -> RivalInputs {
        facts[position].productIdentifier.map { others(than: position, with: $0) } ?? RivalInputs()
    }

    /// The inputs with a product ID other than the input at `position`, in the order given.
    func others(than position: Int, with identifier: String) -> RivalInputs {
        rivals(of: position, among: products[Array(identifier.utf8)].map { positions[$0] } ?? [])
    }

    /// Those of some inputs that can't be for the product of the one at `position` as well, in their order.
    func rivals(of position: Int, among candidates: [Int]) -> RivalInputs {
        let own = places[position]
        var rivals = RivalInputs()
        for other in candidates {
            let place = places[other]
            // `CatPhotos.zip` and `CatPhotos.pkg` are the packages of `CatPhotos`.
            let isPair = place.kind != own.kind && place.name != nil && place.name == own.name
            if place.path == own.path || isPair { continue }
            if rivals.count < RivalInputs.most { rivals.paths.append(facts[other].input.path) }
            rivals.count += 1
        }
        return rivals
    }
}

/// A number for each of different values.
private struct Numbering<Value: Hashable & Sendable>: Sendable {
    private var numbers: [Value: Int] = [:]

    /// The number that a value was given; `nil` where it was given none.
    subscript(value: Value) -> Int? { numbers[value] }

    mutating func number(of value: Value) -> Int {
        if let number = numbers[value] { return number }
        numbers[value] = numbers.count
        return numbers.count - 1
    }
}
